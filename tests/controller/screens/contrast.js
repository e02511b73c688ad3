// Texts with less than 7:1 against what lies under them (WCAG 2.2, 1.4.6).
const rgb = (text) => {
  const [r, g, b, alpha = 1] = (text.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
  const scale = text.startsWith("color(") ? 255 : 1;
  return [r * scale, g * scale, b * scale, alpha];
};
const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
  .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
  .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
const over = ([r, g, b, alpha], below) => [r, g, b].map((v, i) => v * alpha + below[i] * (1 - alpha));
/** The colours that may lie under an element; through a page without ground a film is seen, black or white. */
const ground = (e) => {
  if (!e) return [[0, 0, 0], [255, 255, 255]];
  const style = getComputedStyle(e);
  if (style.backgroundImage.startsWith("radial")) return style.backgroundImage.match(/rgb\([^)]*\)/g).map(rgb);
  const back = rgb(style.backgroundColor);
  if (back[3] > 0.99) return [back];
  return back[3] ? ground(e.parentElement).map((below) => over(back, below)) : ground(e.parentElement);
};
const bad = [];
for (const e of document.querySelectorAll("#app *")) {
  const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
  if (!own || e.closest("svg, .tile, option, .switches")) continue;
  const text = light(rgb(getComputedStyle(e).color));
  for (const back of ground(e).map(light)) {
    const ratio = (Math.max(text, back) + 0.05) / (Math.min(text, back) + 0.05);
    if (ratio < 7) bad.push(`${e.className}: ${e.textContent} ${ratio.toFixed(2)}`);
  }
}
return bad;
