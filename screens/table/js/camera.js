// The camera's picture with what was recognised drawn over it, and the questions to answer.

import { html, useEffect, useState } from "../../shared/vendor/preact.js";
import { Link } from "./bus.js";
import { age, asked, putRight, store, stored, t } from "../../shared/js/i18n.js";
import { notices } from "../../shared/js/alerts.js";
import { start, Switches, useLink } from "../../shared/js/page.js";
import { Proofs } from "../../shared/js/proof.js";
import { Answers } from "../../shared/js/question.js";
import { whyNot } from "../../shared/js/refused.js";
import { Tile } from "../../shared/js/tile.js";
/** @import { Eyes, Question as Asked, SeenTile, SeenZone, Snapshot } from "../../types/contract" */


const LAYERS = ["picture", "zones", "zone_names", "confidence"];
const PICTURE_MS = 500;
const RETRY_MS = 2000;
// Below this the reading is drawn as doubtful; the table has its own, stricter limits.
const SURE = 0.9;

/** @typedef {{ url: string, frame: string | null, since: number }} Picture */
/** @typedef {[x: number, y: number][]} Quad */
/** Which layers are drawn, by their names. @typedef {Record<string, boolean>} Layers */

/** The newest picture as `{url, since}`, `since` when it last was a new one; null while there is none. */
function usePicture() {
  const [picture, setPicture] = useState(/** @type {Picture | null} */ (null));
  useEffect(() => {
    let alive = true;
    let timer = 0;
    /** @type {Picture | null} */
    let last = null;
    const look = async () => {
      const next = await fetchPicture(last);
      if (!alive) return;
      last = next;
      setPicture(next);
      timer = setTimeout(look, next ? PICTURE_MS : RETRY_MS);
    };
    look();
    return () => {
      alive = false;
      clearTimeout(timer);
    };
  }, []);
  return picture;
}

/** @param {Picture | null} last @returns {Promise<Picture | null>} */
async function fetchPicture(last) {
  try {
    const answer = await fetch("camera.jpg", { cache: "no-store" });
    if (answer.status !== 200) return null;
    const frame = answer.headers.get("x-frame-time");
    const url = await read(await answer.blob());
    return { url, frame, since: last && frame === last.frame ? last.since : performance.now() };
  } catch {
    return null; // the server is away: the page says so by the link
  }
}

/** @param {Blob} blob @returns {Promise<string>} */
const read = (blob) =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsDataURL(blob);
  });

/** @param {Quad} quad */
const points = (quad) => quad.map((p) => p.join(",")).join(" ");
/** @param {number[][]} quad */
const middle = (quad) => [0, 1].map((i) => quad.reduce((sum, p) => sum + p[i], 0) / quad.length);

/** @param {{ tile: SeenTile, layers: Layers }} its */
function Seen({ tile, layers }) {
  const [x, y] = middle(tile.quad);
  const sure = tile.p >= SURE;
  return html`<g class=${`seen ${sure ? "sure" : "unsure"}`} data-seen=${tile.tile ?? "back"}>
    <polygon points=${points(tile.quad)}><title>${`${tile.tile ?? "–"} · ${Math.round(tile.p * 100)} %`}</title></polygon>
    ${layers.confidence && (tile.tile || !sure) && html`<text x=${x} y=${y}>${tile.tile ?? "–"}${!sure && html`<tspan x=${x} dy="1.1em">${Math.round(tile.p * 100)}%</tspan>`}</text>`}
  </g>`;
}

/** Where the name of a zone hides the least, as an SVG transform: along its edge at the owner, of a stick's
    at the centre; below the dice. The corners are far left, far right, near right, near left. @param {SeenZone} zone */
function nameSpot({ zone, quad }) {
  const edge = zone === "stick" ? quad.slice(0, 2) : quad.slice(2);
  const [dx, dy] = [0, 1].map((i) => edge[1][i] - edge[0][i]);
  const angle = Math.round((Math.atan2(dy, dx) * 180) / Math.PI);
  const spot = zone === "centre" ? middle([middle(quad), middle(edge)]) : middle(edge);
  return `translate(${spot}) rotate(${angle > 90 ? angle - 180 : angle <= -90 ? angle + 180 : angle})`;
}

/** @param {{ zone: SeenZone, layers: Layers, name: string | number }} its */
function Zone({ zone, layers, name }) {
  const read = [...zone.sticks, ...zone.dice].map((v) => v ?? "?");
  const words = [zone.zone !== "centre" && name, t(`zone.${zone.zone}`), ...read, zone.moving && t("ui.moving")];
  return html`<g class=${`zone ${zone.moving ? "moving" : ""}`} data-zone=${zone.zone} data-seat=${zone.seat}>
    ${layers.zones && html`<polygon class="outline" points=${points(zone.quad)} />`}
    ${zone.tiles.map((tile, i) => html`<${Seen} key=${i} tile=${tile} layers=${layers} />`)}
    ${layers.zone_names && html`<text class="zone-name" transform=${nameSpot(zone)}>${words.filter(Boolean).join(" · ")}</text>`}
  </g>`;
}

/** @param {{ eyes: Eyes, state: Snapshot | null, layers: Layers }} its */
function Overlay({ eyes, state, layers }) {
  return html`<svg class="overlay over-picture" viewBox=${`0 0 ${eyes.width} ${eyes.height}`} style=${{ fontSize: `${eyes.width / 105}px` }}>
    ${eyes.zones.map((zone) => html`<${Zone} key=${zone.zone + zone.seat} zone=${zone} layers=${layers} name=${state?.seats[zone.seat]?.name ?? zone.seat + 1} />`)}
    ${questions(state, eyes).map((q) => q.quad && html`<polygon key=${q.id} class="asked" points=${points(q.quad)} />`)}
  </svg>`;
}

/** The snapshot's questions are the truth; those of the eyes stand in until one has come.
    @param {Snapshot | null} state @param {Eyes | null} eyes */
const questions = (state, eyes) => state?.questions ?? eyes?.questions ?? [];

/** @param {{ link: Link, question: Asked, name?: string }} its */
function Question({ link, question, name }) {
  const [note, setNote] = useState("");
  /** @param {string | null} tile */
  const choose = async (tile) => {
    setNote("…");
    const reply = await link.command("answer", { question: question.id, tile });
    setNote(!reply ? t("ui.no_answer") : reply.ok ? t("ui.sent") : whyNot(reply));
  };
  return html`<section class="question" data-question=${question.id}>
    <h2>${name && `${name}: `}${asked(question)}</h2>
    <${Proofs} of=${question} link=${link} />
    ${question.faults.length > 0 && html`<p>${question.faults.map((f) => t(`fault.${f}`)).join(" ")}</p>`}
    ${question.assumed && html`<p data-assumed=${question.assumed}>${t("ui.assumed")} <${Tile} face=${question.assumed} /></p>`}
    ${putRight(question) ? "" : html`<p class="quiet">${t("ui.answer_here")}</p>
    <${Answers} question=${question} onChoose=${choose} />`}
    <p class="note" role="status">${note}</p>
  </section>`;
}

/** @param {{ layers: Layers, setLayers: (layers: Layers) => void }} its */
function Layers({ layers, setLayers }) {
  /** @param {string} name */
  const flip = (name) => {
    const next = { ...layers, [name]: !layers[name] };
    store(`layer.${name}`, next[name] ? "on" : "off");
    setLayers(next);
  };
  return html`<div class="layers">${LAYERS.map((name) => html`<label key=${name}><input type="checkbox" checked=${layers[name]} onChange=${() => flip(name)} />${t(`ui.${name}`)}</label>`)}</div>`;
}

/** @param {{ link: Link, redraw: () => void }} its */
function App({ link, redraw }) {
  useLink(link);
  const picture = usePicture();
  const [layers, setLayers] = useState(() => /** @type {Layers} */ (Object.fromEntries(LAYERS.map((name) => [name, stored(`layer.${name}`) !== "off"]))));
  const { eyes, state } = link;
  const open = questions(state, eyes);
  const shown = notices(link);
  const blind = eyes && eyes.sight !== "ok" && !shown.some((n) => n.kind === "sight") ? t(`sight.${eyes.sight}`) : null;
  const ratio = eyes ? `${eyes.width} / ${eyes.height}` : "16 / 9";
  return html`<div class="camera" data-rev=${state?.rev}>
    <figure style=${{ aspectRatio: ratio }}>
      ${layers.picture && picture && html`<img src=${picture.url} alt=${t("ui.camera")} />`}
      ${!picture && html`<p class="no-picture">${t("ui.no_picture")}</p>`}
      ${eyes && html`<${Overlay} eyes=${eyes} state=${state} layers=${layers} />`}
      <div class="over-picture">
        ${shown.map((n) => html`<p class="warn" data-notice=${n.kind} key=${n.text}>${n.text}${n.page && html` <a href=${n.page.href}>${t(n.page.name)}</a>`}</p>`)}
        ${blind && html`<p class="warn" data-notice="sight">${blind}</p>`}
      </div>
    </figure>
    <aside>
      <header><h1>${t("ui.camera")}</h1><${Switches} onChange=${redraw} /></header>
      <p class="quiet seen-now">${eyes && t("ui.tiles_seen", { n: eyes.zones.reduce((sum, z) => sum + z.tiles.length, 0) })}${eyes && picture && ` · ${t("ui.picture_age", { age: age(performance.now() - picture.since) })}`}</p>
      <p><a class="knob" href="calibrate.html">${t("calibrate.title")}</a></p>
      <${Layers} layers=${layers} setLayers=${setLayers} />
      <h2>${t("ui.questions")}</h2>
      ${open.length === 0 && html`<p class="quiet" data-questions="none">${t("ui.no_questions")}</p>`}
      ${open.map((q) => html`<${Question} key=${q.id} link=${link} question=${q} name=${q.seat === null ? "" : state?.seats[q.seat].name} />`)}
    </aside>
  </div>`;
}

start(App, { link: new Link(["state", "eyes"]) });
