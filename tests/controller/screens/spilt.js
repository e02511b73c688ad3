// Texts that do not fit into their place, and parts of the card that leave it.
const places = ".name, .score, .notice span, .result, .seat, .yaku li, .edge, .machine, .win header";
const parts = ".parts, .reckoning, .transfer, .worth-of, .points, .payments rect, .hand .tile, .claim, .next, li, tr";
const bad = [];
for (const e of document.querySelectorAll(places)) {
  // Letters reach over their line box; a card must not reach over its frame.
  const tall = e.matches(".result, .machine") && e.scrollHeight > e.clientHeight + 1;
  if (e.scrollWidth > e.clientWidth + 1 || tall)
    bad.push(`${e.className}: ${e.textContent.slice(0, 40)} ${e.scrollWidth}>${e.clientWidth} ${e.scrollHeight}>${e.clientHeight}`);
}
const card = document.querySelector(".result");
const rim = card?.getBoundingClientRect();
const past = (box, frame) => box.right > frame.right + 1 || box.bottom > frame.bottom + 1 || box.left < frame.left - 1;
for (const e of card?.querySelectorAll(parts) ?? []) {
  if (!e.checkVisibility()) continue;
  const box = e.getBoundingClientRect();
  if (past(box, rim) || box.top < rim.top - 1)
    bad.push(`outside the card: ${e.textContent}`);
}
for (const hand of document.querySelectorAll(".hand-line .hand, .win .hand, .loser .hand")) {
  const end = hand.getBoundingClientRect().right;
  if ([...hand.querySelectorAll(".tile")].some((e) => e.getBoundingClientRect().right > end + 1)) bad.push("a hand too wide");
}
return bad;
