// A screen that four read: texts that are too small from their side, that stand towards somebody else, and buttons that no finger meets.
const [least, finger] = arguments;
/** What nobody has to read from the seat, and pictures with letters of their own. */
const MINOR = ".unit, .corner, .tile, option, title, .total small, .wall-plan, .ring .percent, .proofs";
const TURNS = { 0: 0, 1: -90, 2: 180, 3: 90 };
const bad = [];

/** Degrees by which an element is turned on the screen, -90..180. */
function turned(e) {
  let angle = 0;
  for (let a = e; a && a !== document.documentElement; a = a.parentElement) {
    const { transform, rotate } = getComputedStyle(a);
    const { a: x, b: y } = new DOMMatrix(transform);
    angle += (Math.atan2(y, x) * 180) / Math.PI + (parseFloat(rotate) || 0);
  }
  const whole = ((Math.round(angle) % 360) + 360) % 360;
  return whole > 180 ? whole - 360 : whole;
}

/** The side towards which an element is to stand: that of its seat, or the one towards which the words of the middle do. */
function wanted(e) {
  const at = e.closest(".seat, .edge, .field, .facing, .sign-at, .phone-seat, .face");
  const side = at?.className.match(/side(\d)/)?.[1];
  return side === undefined ? null : TURNS[side];
}

const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && e.getClientRects().length;
const texts = document.createTreeWalker(document.querySelector(".stage"), NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const e = texts.currentNode.parentElement;
  const said = texts.currentNode.data.trim();
  if (!said || e.closest("option, title, .unseen") || !shown(e)) continue;
  const scale = e.ownerSVGElement ? e.ownerSVGElement.clientWidth / e.ownerSVGElement.viewBox.baseVal.width : 1;
  const px = parseFloat(getComputedStyle(e).fontSize) * scale;
  if (px < least - 0.01 && !e.closest(MINOR)) bad.push(`${px.toFixed(1)} px: ${said.slice(0, 30)} (${e.getAttribute("class")})`);
  const angle = wanted(e);
  if (angle !== null && !e.closest(".tile, svg") && turned(e) !== angle) bad.push(`turned by ${turned(e)}, not ${angle}: ${said.slice(0, 30)}`);
}
for (const e of document.querySelectorAll(".stage button:not(:disabled):not(.touch), .stage summary")) {
  if (!shown(e) || e.closest(".more-panel")) continue;
  const box = e.getBoundingClientRect();
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  if (!e.contains(document.elementFromPoint(x, y))) bad.push(`covered: ${e.getAttribute("aria-label") ?? e.textContent}`);
  if (finger && Math.min(box.width, box.height) < finger) bad.push(`${Math.round(box.width)} x ${Math.round(box.height)}: ${e.getAttribute("aria-label") ?? e.textContent}`);
}
return bad;
