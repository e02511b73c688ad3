// Pictures of evidence: the club fetches them from the table when a referee looks.

import { t } from "../../../shared/js/i18n.js";
import { html, useEffect, useRef, useState } from "../../../shared/vendor/preact.js";
import { useAnswer } from "../club.js";
import { refusal } from "../refusal.js";
/** @import { CaseView, FindingView, KeptView } from "../../../types/club" */
/** @import { Desk } from "./link.js" */

const FRAME_MS = 333;
const NO_MOVES = ["refused", "question"];

/** What a line of the journal is about. @param {KeptView} kept */
const about = (kept) => t(NO_MOVES.includes(kept.type) ? `desk.kept.${kept.type}` : `move.${kept.type}`);

/** Whoever may open hands may see pictures. @param {Desk} desk */
const mayLook = (desk) => desk.may("hand_opened");

/** @param {Desk} desk @param {CaseView} caseView @returns {`${typeof desk.path}/rounds/${number}/tables/${number}`} */
const placeOf = (desk, caseView) => `${desk.path}/rounds/${caseView.round}/tables/${caseView.table}`;

/** The bytes at an address, or why there are none.
    @param {string} address @returns {Promise<[blob: Blob, why: null] | [blob: null, why: string]>} */
async function fetched(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? [await answer.blob(), null] : [null, refusal(await answer.json())];
  } catch {
    return [null, t("club.no_server")];
  }
}

/** The JPEGs of an AVI in their order (RIFF: chunks with a name and a size, in lists); an empty one where the picture
    before stays. @param {ArrayBuffer} bytes */
function jpegs(bytes) {
  const view = new DataView(bytes);
  /** @param {number} at */
  const name = (at) => String.fromCharCode(...new Uint8Array(bytes, at, 4));
  const found = [];
  for (let at = 12; at + 8 <= bytes.byteLength; ) {
    const size = view.getUint32(at + 4, true);
    if (name(at) === "00dc") found.push(new Blob([bytes.slice(at + 8, at + 8 + size)], { type: "image/jpeg" }));
    at += name(at) === "LIST" ? 12 : 8 + size + (size % 2);
  }
  return found;
}

/** A clip, played once. @param {{ address: string, label: string }} its */
function Film({ address, label }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const [why, setWhy] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    let alive = true;
    const play = async () => {
      const [blob, sentence] = await fetched(address);
      setWhy(sentence);
      for (const jpeg of blob ? jpegs(await blob.arrayBuffer()) : []) {
        const picture = jpeg.size ? await createImageBitmap(jpeg) : null;
        if (!alive || !canvas.current) return;
        if (picture) {
          Object.assign(canvas.current, { width: picture.width, height: picture.height });
          canvas.current.getContext("2d")?.drawImage(picture, 0, 0);
        }
        canvas.current.dataset.shown = String(Number(canvas.current.dataset.shown ?? 0) + 1);
        await new Promise((resolve) => setTimeout(resolve, FRAME_MS));
      }
    };
    void play();
    return () => {
      alive = false;
    };
  }, [address]);
  return why ? html`<p>${why}</p>` : html`<canvas ref=${canvas} role="img" aria-label=${label} data-film></canvas>`;
}

/** A picture over the page, with its clip. @param {{ address: string, clip: boolean, label: string, onClose: () => void }} its */
function Large({ address, clip, label, onClose }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [film, setFilm] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  return html`<dialog ref=${dialog} class="proof" aria-label=${label} onClose=${onClose}>
    ${film ? html`<${Film} address=${`${address}.avi`} label=${label} />` : html`<img src=${`${address}.jpg`} alt=${label} />`}
    <p class="acts">${clip && html`<button type="button" class="knob" data-do="film" aria-pressed=${film} onClick=${() => setFilm(!film)}>${t("desk.film")}</button>`}
      <button type="button" class="knob" data-do="close-picture" onClick=${() => dialog.current?.close()}>${t("referee.close")}</button></p>
  </dialog>`;
}

/** The picture of one line, small; large where it is touched.
    @param {{ place: string, line: number, clip?: boolean, label: string }} its */
function Photo({ place, line, clip = true, label }) {
  const [open, setOpen] = useState(false);
  const [why, setWhy] = useState(/** @type {string | null} */ (null));
  const address = `/api/${place}/evidence/${line}`;
  if (why) return html`<span class="quiet" data-no-photo=${line}>${why}</span>`;
  const missing = async () => setWhy((await fetched(`${address}.jpg`))[1]);
  return html`<button type="button" class="photo" aria-label=${label} onClick=${() => setOpen(true)}><img loading="lazy" src=${`${address}.jpg`} alt="" data-photo=${line} onError=${missing} /></button>
    ${open && html`<${Large} address=${address} clip=${clip} label=${label} onClose=${() => setOpen(false)} />`}`;
}

/** What proves a finding. @param {{ desk: Desk, caseView: CaseView, finding: FindingView }} its */
export function Proof({ desk, caseView, finding }) {
  if (!finding.evidence.length || !mayLook(desk)) return null;
  const label = `${t("ui.evidence")}: ${t(`finding.${finding.kind}`)}`;
  return html`<p class="photos">${finding.evidence.map((line) => html`<${Photo} key=${line} place=${placeOf(desk, caseView)} line=${line} label=${label} />`)}</p>`;
}

/** @param {{ desk: Desk, caseView: CaseView, hand: number }} its */
function OfHand({ desk, caseView, hand }) {
  const { data, error } = useAnswer(`${placeOf(desk, caseView)}/hands/${hand}/evidence`);
  if (error) return html`<p class="warn" data-no-pictures>${error}</p>`;
  if (!data) return html`<p class="quiet">${t("desk.waiting")}</p>`;
  if (!data.length) return html`<p class="quiet" data-no-pictures>${t("desk.no_pictures")}</p>`;
  /** @param {KeptView} kept */
  const who = (kept) => (kept.seat === null ? "" : desk.name(caseView.players[kept.seat]));
  return html`<ul class="photos">${data.filter((kept) => kept.picture).map((kept) => html`<li key=${kept.line}>
    <${Photo} place=${placeOf(desk, caseView)} line=${kept.line} clip=${kept.clip} label=${`${about(kept)} ${who(kept)}`} /><small>${about(kept)} ${who(kept)}</small></li>`)}</ul>`;
}

/** The pictures of a hand, fetched when somebody asks for them. @param {{ desk: Desk, caseView: CaseView }} its */
export function Pictures({ desk, caseView }) {
  const [hand, setHand] = useState(/** @type {number | null} */ (null));
  if (!mayLook(desk)) return null;
  const hands = [...new Set([...caseView.played.map((line) => line.hand), ...(caseView.running === null ? [] : [caseView.running])])];
  return html`<section aria-label=${t("desk.evidence")}><h3>${t("desk.evidence")}</h3>
    <div class="tools" role="group" aria-label=${t("desk.hand")}>${hands.map((n) => html`<button key=${n} type="button" aria-pressed=${n === hand} data-pictures=${n} onClick=${() => setHand(n === hand ? null : n)}>${n + 1}${n === caseView.running ? ` · ${t("desk.in_play")}` : ""}</button>`)}</div>
    ${hand !== null && html`<${OfHand} key=${hand} desk=${desk} caseView=${caseView} hand=${hand} />`}
  </section>`;
}
