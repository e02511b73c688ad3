"""Models that have never seen a group of photographs, for each group in turn.

`python -m vision.train.leave_one_out --cache C --net closeups --start C/base.pt --material 0:40 1000:90
--steps 800 --models DIR` goes on from weights trained on drawings, with the photographs of the other groups,
and writes the net into DIR/GROUP beside copies of the other models; once for each of the two nets, and
`python -m benchmarks.nets --models DIR/GROUP --only-crops GROUP` reads what was left out.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from vision.nets.load import MODELS
from vision.train import classifier, closeups, export, fonts
from vision.train.draw import crops
from vision.train.graph import take_pictures

TRAINERS = {"classifier": classifier, "closeups": closeups}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    classifier.arguments(parser)
    parser.add_argument("--groups", nargs="+", default=crops.PHOTO_TRAIN, choices=crops.PHOTO_TRAIN)
    parser.add_argument("--net", choices=tuple(TRAINERS), required=True)
    parser.add_argument("--models", type=Path, required=True)
    args = parser.parse_args()
    fonts.check()
    trainer = TRAINERS[args.net]
    for group in args.groups:
        args.out = args.cache / f"{args.net}_without_{group}.pt"
        net = trainer.train(args, [other for other in crops.PHOTO_TRAIN if other != group])
        folder = args.models / group
        folder.mkdir(parents=True, exist_ok=True)
        for model in MODELS.glob("*.onnx"):
            if not (folder / model.name).exists():
                (folder / model.name).write_bytes(model.read_bytes())
        path = folder / f"{args.net}.onnx"
        export.write(args.net, net, path)
        take_pictures(path)
        export.complete(args.net, path, trainer.heat_of(args, net))


if __name__ == "__main__":
    main()
