// Texts of which a part cannot be seen: cut off by an ancestor, or beyond the window where nothing scrolls there.
// `arguments[0]`: whether the page may be taller than the window.
const SLACK = 0.25; // of the letters' size: their boxes are larger than what is drawn of them
const tall = arguments[0];
const window_ = { left: 0, top: 0, right: document.documentElement.clientWidth, bottom: tall ? Infinity : innerHeight };
const bad = [];

const outside = (box, frame, slack) =>
  box.left < frame.left - slack || box.right > frame.right + slack || box.top < frame.top - slack || box.bottom > frame.bottom + slack;

/** What an ancestor leaves to be seen; a direction in which it scrolls hides nothing for good. */
function frameOf(e) {
  const { overflowX, overflowY } = getComputedStyle(e);
  const cuts = (overflow) => overflow === "hidden" || overflow === "clip";
  if (!cuts(overflowX) && !cuts(overflowY)) return null;
  const box = e.getBoundingClientRect();
  return {
    left: cuts(overflowX) ? box.left : -Infinity, right: cuts(overflowX) ? box.right : Infinity,
    top: cuts(overflowY) ? box.top : -Infinity, bottom: cuts(overflowY) ? box.bottom : Infinity,
  };
}

const texts = document.createTreeWalker(document.getElementById("app"), NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const text = texts.currentNode;
  const e = text.parentElement;
  if (!text.data.trim() || e.closest("option, title, .unseen") || !e.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
  const range = document.createRange();
  range.selectNodeContents(text);
  const box = range.getBoundingClientRect();
  const slack = SLACK * parseFloat(getComputedStyle(e).fontSize);
  let scrolled = false; // what lies in a box that scrolls can be brought into the window
  for (let a = e; a && a !== document.documentElement; a = a.parentElement) {
    if (a instanceof SVGElement && !(a instanceof SVGSVGElement)) continue;
    const frame = frameOf(a);
    if (frame && outside(box, frame, slack)) {
      bad.push(`cut off by ${a.tagName.toLowerCase()}.${a.className?.baseVal ?? a.className}: ${text.data.trim().slice(0, 40)}`);
      break;
    }
    scrolled ||= /auto|scroll/.test(getComputedStyle(a).overflowY);
  }
  if (!scrolled && outside(box, window_, slack)) bad.push(`outside the window: ${e.className} ${text.data.trim().slice(0, 40)}`);
}
return bad;
