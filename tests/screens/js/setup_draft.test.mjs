// What a person has changed in the set-up and not saved, and what follows from it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bounds, changed, fits, forKind, forNetwork, kindOf, KINDS, matches, networkOf, NETWORKS, steps, typed, valueOf, withOption } from "../../../screens/table/js/setup/draft.js";

const DEFAULTS = { "camera.kind": "rendered", "camera.source": "", "machine.kind": "simulated", "table.walls": "people", "web.host": "127.0.0.1", "broker.url": null, "broker.bridge": false, "broker.password": null };
/** A form whose file says this. */
const form = (said = {}) => ({
  keys: Object.entries(DEFAULTS).map(([name, usual]) => ({ name, default: usual, given: name in said, value: said[name] ?? usual, secret: name === "broker.password" })),
});
const REAL = { "camera.kind": "v4l2", "camera.source": "/dev/video2", "machine.kind": "none" };

test("a change counts until the file says it, and what is taken out has its default", () => {
  const its = form(REAL);
  assert.equal(valueOf(its, { "camera.source": "/dev/video0" }, "camera.source"), "/dev/video0");
  assert.equal(valueOf(its, { "camera.kind": null }, "camera.kind"), "rendered");
  assert.deepEqual(changed(its, {}, { "camera.source": "/dev/video0", "camera.kind": "v4l2" }), { "camera.source": "/dev/video0" });
  assert.deepEqual(changed(its, { "camera.source": "/dev/video0" }, { "camera.source": "/dev/video2" }), {});
  assert.deepEqual(changed(its, {}, { "web.host": null }), {}, "it does not stand there");
  assert.deepEqual(changed(its, {}, { "machine.kind": null }), { "machine.kind": null });
  assert.deepEqual(changed(its, {}, { "table.walls": "people" }), { "table.walls": "people" }, "a default may be written down");
});

test("what the command line says counts, whatever the file says", () => {
  const its = form({ "web.host": "10.0.0.4" });
  const fixed = { ...its, keys: its.keys.map((key) => (key.name === "web.host" ? { ...key, fixed: true, now: "0.0.0.0" } : key)) };
  assert.equal(valueOf(fixed, { "web.host": "127.0.0.1" }, "web.host"), "0.0.0.0");
  assert.equal(networkOf(fixed, {}), "phones");
});

test("a secret is never known, so whatever is typed is a change", () => {
  assert.deepEqual(changed(form({ "broker.password": null }), {}, { "broker.password": "new" }), { "broker.password": "new" });
});

test("every kind of table is reached from every other, and says what it is", () => {
  for (const from of KINDS) {
    const before = forKind(form(), {}, from);
    for (const to of KINDS) assert.equal(kindOf(form(), { ...before, ...forKind(form(), before, to) }), to);
  }
});

test("the camera that is chosen stays with another kind of table", () => {
  assert.equal(forKind(form(REAL), {}, "ours")["camera.kind"], "v4l2");
  assert.equal(forKind(form({ ...REAL, "camera.kind": "rtsp" }), {}, "people")["camera.kind"], "rtsp");
  assert.equal(forKind(form({ ...REAL, "table.walls": "dealt" }), {}, "bought")["table.walls"], "dealt");
});

test("no machine, no question about its port; no camera, none about it", () => {
  const has = (kind) => ["camera", "machine", "tiles"].filter((step) => steps(form(), forKind(form(), {}, kind)).includes(step));
  assert.deepEqual(KINDS.map(has), [["camera", "machine", "tiles"], ["camera", "tiles"], ["camera", "tiles"], [], []]);
});

test("whom the table serves is reached from every other, too", () => {
  for (const from of NETWORKS) {
    const before = forNetwork(form(), {}, from);
    for (const to of NETWORKS) assert.equal(networkOf(form(), { ...before, ...forNetwork(form(), before, to) }), to);
  }
  assert.equal(forNetwork(form({ "web.host": "10.0.0.4" }), {}, "phones")["web.host"], "10.0.0.4");
  assert.equal(forNetwork(form({ "broker.url": "mqtts://hub" }), {}, "hub")["broker.url"], "mqtts://hub");
});

test("what is typed is a value of the key's kind", () => {
  const list = { kind: "list", whole: true, count: 4 };
  assert.deepEqual(typed(list, "5, 6,13 ,19"), [5, 6, 13, 19]);
  assert.deepEqual(typed({ kind: "list", whole: false, count: null }, "a, ,b,"), ["a", "b"]);
  assert.deepEqual(typed({ kind: "list", whole: false, count: 4 }, "A,,C,D"), ["A", "", "C", "D"]);
  assert.equal(typed({ kind: "number", whole: false, count: null }, " 2.5 "), 2.5);
  assert.equal(typed({ kind: "text", whole: false, count: null }, "  "), null);
});

test("a number is held against its bounds", () => {
  const exposure = { low: 0, high: 100, above: true, whole: false };
  assert.deepEqual([0, 0.1, 100, 101].map((value) => fits(exposure, value)), [false, true, true, false]);
  assert.equal(fits({ low: 0, high: null, above: false, whole: true }, 1.5), false);
  assert.equal(bounds(exposure)?.says, "setup.range_above");
  assert.equal(bounds({ low: 0, high: null, above: false })?.says, "setup.range_low");
  assert.equal(bounds({ low: null, high: null, above: false }), null);
});

test("an option is one of many, and the last one takes them all out", () => {
  assert.deepEqual(withOption({ a: 1 }, "b", true), { a: 1, b: true });
  assert.deepEqual(withOption({ a: 1, b: true }, "b", null), { a: 1 });
  assert.equal(withOption({ a: 1 }, "a", null), null);
});

test("a search finds all of its words anywhere", () => {
  assert.equal(matches("fps PICTURES", "camera.fps", "Pictures a second"), true);
  assert.equal(matches("fps port", "camera.fps", "Pictures a second"), false);
  assert.equal(matches("", "anything"), true);
});
