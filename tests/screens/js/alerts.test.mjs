// What a person should know, most pressing first.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { notices, pressing } from "../../../screens/shared/js/alerts.js";
import { snapshot, speak } from "./words.mjs";

beforeEach(() => speak());
const machine = (over = {}) => ({ ...snapshot("play").machine, fault: 0, cause: "", lane: null, ...over });
const link = (state, trouble = null) => ({ trouble: () => trouble, state: state && snapshot("play", { sight: "ok", alerts: [], machine: machine(), ...state }) });
const alert = (code) => ({ code, message: `The words of ${code}.`, reason: "", values: {} });
const kinds = (of) => notices(of).map(({ kind }) => kind);

test("while all is well there is nothing, and a lost link comes first", () => {
  assert.deepEqual(kinds(link({})), []);
  assert.deepEqual(kinds(link({ sight: "dark" }, { code: "no_link", age: 3000 })), ["link", "sight"]);
  assert.deepEqual(kinds(link(null, { code: "connecting", age: 0 })), ["link"]);
});

test("what the camera says itself stands there once", () => {
  assert.deepEqual(kinds(link({ sight: "dark", alerts: [alert("camera_dark")] })), ["sight"]);
  assert.deepEqual(kinds(link({ alerts: [alert("camera_dark")] })), ["alert"]);
});

test("a fault of the machine is said where no alert has said it", () => {
  assert.deepEqual(kinds(link({ machine: machine({ state: "fault", fault: 18, lane: 2 }) })), ["machine"]);
  assert.match(notices(link({ machine: machine({ state: "fault", fault: 18, lane: 2 }) }))[0].text, /E12.*3/, "its number in hex, its lane from 1");
  assert.deepEqual(kinds(link({ machine: machine({ fault: 18 }), alerts: [alert("machine_fault")] })), ["machine"]);
});

test("a wheel that wants cleaning soon is no matter of the players", () => {
  const worn = link({ alerts: [alert("machine_warning_lane_worn"), alert("disk_full")] });
  assert.deepEqual(kinds(worn), ["service", "alert"]);
  assert.deepEqual(pressing(worn).map(({ kind }) => kind), ["alert"]);
});

test("the table's own sentence is for English pages alone", async () => {
  const reported = link({ alerts: [alert("of_a_newer_table")] });
  assert.equal(notices(reported)[0].text, "The words of of_a_newer_table.");
  await speak("sv");
  assert.doesNotMatch(notices(reported)[0].text, /words of/);
});

test("a camera that moved or is not calibrated leads to the page that calibrates it, a dark one does not", () => {
  for (const sight of ["moved", "uncalibrated"]) assert.equal(notices(link({ sight }))[0].page?.href, "calibrate.html", sight);
  assert.equal(notices(link({ alerts: [alert("camera_cut")] }))[0].page?.href, "calibrate.html");
  assert.equal(notices(link({ sight: "dark" }))[0].page, undefined);
});

test("a port that is not there and firmware that does not fit lead to the page that has both, a cable does not", () => {
  const page = (trouble) => notices(link({ alerts: [alert(`machine_lost_${trouble}`)] }))[0].page;
  for (const trouble of ["port", "stranger", "release", "messages", "wiring", "empty"]) assert.deepEqual(page(trouble), { href: "setup.html#machine", name: "ui.setup" }, trouble);
  for (const trouble of ["held", "denied", "cable", "silent"]) assert.equal(page(trouble), undefined, trouble);
});
