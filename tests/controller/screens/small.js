// Marks on tiles and sticks are no letters.
// What of a page is too small to be read or touched, or lies beyond the edge of its screen.
const [legible, finger] = arguments;
const seen = (e) => { const b = e.getBoundingClientRect(); return b.width > 1 && b.height > 1 && getComputedStyle(e).visibility !== "hidden"; };
const said = (e) => `${e.tagName.toLowerCase()}.${[...e.classList].join(".")} "${(e.textContent || "").trim().slice(0, 30)}"`;
const grown = (matrix) => (matrix ? Math.hypot(matrix.a, matrix.b) : 1);
const out = [];
const wide = document.documentElement.scrollWidth;
if (wide > innerWidth) out.push(`the page is ${wide} wide`);
for (const e of document.querySelectorAll("body *")) {
  if (!seen(e)) continue;
  const b = e.getBoundingClientRect();
  const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
  const size = parseFloat(getComputedStyle(e).fontSize);
  const scaled = e instanceof SVGElement ? size * grown(e.getScreenCTM()) : size;
  if (own && scaled < legible - 0.01 && !e.closest("[aria-hidden=true], .tile, .payments .pot")) out.push(`${said(e)} in ${scaled.toFixed(1)} px`);
  if (own && (b.left < -1 || b.right > innerWidth + 1)) out.push(`${said(e)} beyond the edge: ${b.left.toFixed(0)} to ${b.right.toFixed(0)}`);
  if (e.matches("button, select, input, summary, a[href]") && Math.min(b.width, b.height) < finger - 0.5) out.push(`${said(e)} is ${b.width.toFixed(0)} x ${b.height.toFixed(0)}`);
}
return out;
