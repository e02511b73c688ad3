"""How well the classifier reads photographs of a group that it has not seen, each group in turn.

`python -m vision.train.leave_one_out --cache C --start C/base.pt --material 0:40 1000:90 --steps 800`
goes on from weights trained on drawings, with the photographs of the other groups, and prints the figures
of the group left out: as it is, and of its copies spoilt in each way.
"""

from __future__ import annotations

import argparse
import json

import numpy as np

from vision.train import crops
from vision.train.classifier import arguments, logits_of, of_group, temperature, train


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    arguments(parser)
    parser.add_argument("--groups", nargs="+", default=crops.PHOTO_TRAIN, choices=crops.PHOTO_TRAIN)
    args = parser.parse_args()
    rng = np.random.default_rng([args.seed, 8])
    images, labels, _ = crops.chunk(rng, crops.seen_sets(rng), 4000)
    found = {}
    for group in args.groups:
        args.out = args.cache / f"without_{group}.pt"
        net = train(args, [other for other in crops.PHOTO_TRAIN if other != group])
        heat = temperature(logits_of(net, images), labels)
        found[group] = of_group(net, args.shared / "photos", group, heat)
        print(json.dumps({group: found[group]}, indent=1), flush=True)
    (args.cache / "leave_one_out.json").write_text(json.dumps(found, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
