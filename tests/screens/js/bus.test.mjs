// The link of a screen to its table: what it believes of what it hears, what it asks, and what it says of itself.

import assert from "node:assert/strict";
import { register } from "node:module";
import { afterEach, beforeEach, mock, test } from "node:test";

globalThis.location = { href: "http://table/seat.html", protocol: "http:", host: "table", reload: () => (reloads += 1) };
globalThis.history = { replaceState() {} };
globalThis.localStorage = { getItem: (key) => kept[key] ?? null, setItem() {} };
globalThis.dial = (address, options) => dialled[dialled.push(new Client(address, options)) - 1];
// What `mqtt.js` exports cannot be replaced, so the whole module is.
const MQTT = "data:text/javascript,export default { connect: (...asked) => globalThis.dial(...asked) }";
const HOOKS = `export const resolve = (name, context, next) =>
  name.endsWith("/vendor/mqtt.js") ? { url: ${JSON.stringify(MQTT)}, shortCircuit: true } : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
const { Link } = await import("../../../screens/table/js/bus.js");

const ROOT = "jantaku/v1/club/table-1";
const ACCOUNT = { "jantaku.account": "seat-1", "jantaku.account.seat-1": "secret" };
const GUEST = { device: "guest", key: "today" };

let kept, config, now, reloads, dialled;

/** As much of mqtt.js as a link uses. */
class Client {
  heard = {};
  subscribed = [];
  published = [];
  ended = false;

  constructor(address, options) {
    Object.assign(this, { address, options });
  }

  on(name, listener) {
    this.heard[name] = listener;
  }

  subscribe(topics) {
    this.subscribed.push(...[topics].flat());
  }

  publish(topic, payload) {
    this.published.push({ topic, command: JSON.parse(payload) });
  }

  end() {
    this.ended = true;
  }
}

/** What has been asked for is answered. */
const settled = () => new Promise((soon) => setImmediate(soon));

async function link(topics = ["state"]) {
  const made = new Link(topics);
  await settled();
  return made;
}

/** A link that stands, and how its table speaks to it. */
async function linked(topics) {
  const made = await link(topics);
  const client = dialled.at(-1);
  client.heard.connect();
  const say = (name, payload) => client.heard.message(`${ROOT}/${name}`, Buffer.from(payload === "" ? "" : JSON.stringify(payload)));
  return { made, client, say };
}

async function later(ms) {
  now += ms;
  mock.timers.tick(ms);
  await settled();
}

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  [kept, config, now, reloads, dialled] = [{ ...ACCOUNT }, { ui: "1", root: ROOT, guest: GUEST }, 1000, 0, []];
  mock.method(performance, "now", () => now);
  mock.method(globalThis, "fetch", async () => (config ? { ok: true, json: async () => config } : { ok: false }));
});
afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

test("it speaks as its account, else as the guest of the table, else not at all", async () => {
  const own = await link();
  assert.deepEqual([dialled[0].address, dialled[0].options.username, dialled[0].options.password], ["ws://table/mqtt", "seat-1", "secret"]);
  assert.equal(own.device, "seat-1");
  kept = {};
  await link();
  assert.deepEqual([dialled[1].options.username, dialled[1].options.password], ["guest", "today"]);
  config = { ...config, guest: null };
  const nobody = await link();
  assert.equal(dialled.length, 2);
  assert.equal(nobody.trouble().code, "refused");
});

test("it hears its topics, whether the table is there, and its own answers", async () => {
  const { client } = await linked(["state", "seat/2"]);
  assert.deepEqual(client.subscribed, ["$status", "tick", "state", "seat/2", "reply/seat-1"].map((name) => `${ROOT}/${name}`));
});

test("an older picture of the same run of the table is not believed, one of another run is", async () => {
  const { made, say } = await linked();
  const rev = () => [made.state.boot, made.state.rev];
  say("state", { boot: "a", rev: 7 });
  say("state", { boot: "a", rev: 6 });
  assert.deepEqual(rev(), ["a", 7]);
  say("state", { boot: "a", rev: 8 });
  assert.deepEqual(rev(), ["a", 8]);
  say("state", { boot: "b", rev: 1 });
  assert.deepEqual(rev(), ["b", 1]);
});

test("each message goes to its place; broken ones and empty ones are passed over, but where empty says: none", async () => {
  const { made, client, say } = await linked();
  const payload = { eyes: { sight: "ok" }, judged: { findings: [] }, assigned: { game: "g" }, $status: { online: true } };
  for (const [name, value] of Object.entries({ ...payload, "seat/3": { seat: 3 } })) say(name, value);
  assert.deepEqual([made.eyes, made.judged, made.assigned, made.status, made.seat], [...Object.values(payload), { seat: 3 }]);
  for (const name of Object.keys(payload)) {
    say(name, "");
    client.heard.message(`${ROOT}/${name}`, Buffer.from("{"));
  }
  assert.deepEqual([made.eyes, made.judged, made.assigned, made.status], [payload.eyes, null, null, payload.$status]);
});

test("listeners hear of everything but events, which have their own", async () => {
  const { made, say } = await linked();
  const heard = { changes: 0, events: [] };
  const off = made.subscribe(() => (heard.changes += 1));
  const quiet = made.onEvent((event) => heard.events.push(event.seq));
  say("event", { seq: 4 });
  assert.deepEqual(heard, { changes: 0, events: [4] });
  say("state", { boot: "a", rev: 1 });
  assert.equal(heard.changes, 1);
  off();
  quiet();
  say("event", { seq: 5 });
  say("state", { boot: "a", rev: 2 });
  assert.deepEqual(heard, { changes: 1, events: [4] });
});

test("a command asks for its answer and gets that of its own id", async () => {
  const { made, client, say } = await linked();
  const answers = [made.command("panel", { seat: 1, button: "ron" }, 12), made.command("referee.call", { seat: 1 })];
  const [first, second] = client.published;
  assert.equal(first.topic, `${ROOT}/cmd/seat-1`);
  assert.deepEqual({ ...first.command, id: "" }, { id: "", by: "seat-1", name: "panel", body: { seat: 1, button: "ron" }, if_rev: 12, reply_to: `${ROOT}/reply/seat-1` });
  assert.notEqual(first.command.id, second.command.id);
  say("reply/seat-1", { id: second.command.id, ok: false, code: "not_now" });
  say("reply/seat-1", { id: first.command.id, ok: true, code: "ok" });
  assert.deepEqual((await Promise.all(answers)).map(({ code }) => code), ["ok", "not_now"]);
});

test("a command without an answer ends by itself, and an answer that comes later changes nothing", async () => {
  const { made, client, say } = await linked();
  const answer = made.command("referee.call", { seat: 1 });
  await later(4000);
  assert.equal(await answer, null);
  say("reply/seat-1", { id: client.published[0].command.id, ok: true, code: "ok" });
  assert.equal(made.pending.size, 0);
});

test("nothing is sent without a link, and a guest reads that it may not", async () => {
  const waiting = await link();
  assert.equal(await waiting.command("resume", {}), null);
  kept = {};
  const { made, client } = await linked();
  assert.deepEqual(await made.command("resume", {}), { ok: false, code: "forbidden" });
  assert.deepEqual(client.published, []);
});

test("it says how things stand: connecting, waiting, well, silent, stopped, lost", async () => {
  const made = await link();
  const code = () => made.trouble()?.code ?? "well";
  assert.equal(code(), "connecting");
  const client = dialled[0];
  const say = (name, payload) => client.heard.message(`${ROOT}/${name}`, Buffer.from(JSON.stringify(payload)));
  client.heard.connect();
  assert.equal(code(), "waiting");
  say("state", { boot: "a", rev: 1 });
  assert.equal(code(), "well");
  now += 5001;
  assert.deepEqual(made.trouble(), { code: "silent", age: 5001 });
  say("tick", { ts_ms: 50_000, rev: 1, left_ms: null });
  assert.equal(code(), "well");
  say("$status", { online: false, reason: "stopped" });
  assert.equal(code(), "stopped");
  say("$status", { online: false, reason: null });
  assert.equal(code(), "lost");
});

test("a link that is cut is news after a moment, one that is refused at once", async () => {
  const { made, client, say } = await linked();
  say("state", { boot: "a", rev: 1 });
  now += 100;
  client.heard.close();
  now += 1500;
  assert.equal(made.trouble(), null, "a broker that restarts is no news");
  now += 1;
  client.heard.close();
  assert.deepEqual(made.trouble(), { code: "no_link", age: 1501 }, "it counts from the first");
  client.heard.error({ code: 5 });
  assert.equal(made.trouble().code, "refused");
  client.heard.error({});
  assert.equal(made.trouble().code, "no_link");
});

test("time is the table's from its first tick on, whatever the clock of the screen says", async () => {
  const { made, say } = await linked();
  mock.method(Date, "now", () => 42);
  assert.equal(made.tableTime(), 42);
  say("tick", { ts_ms: 900_000, rev: 3, left_ms: 60_000 });
  now += 250;
  assert.deepEqual([made.tableTime(), made.leftMs, made.tickRev], [900_250, 60_000, 3]);
});

test("a picture that was missed is asked for again, once the tick names it", async () => {
  const { client, say } = await linked();
  const again = () => client.subscribed.filter((topic) => topic === `${ROOT}/state`).length;
  say("$status", { online: true, boot: "a" });
  say("state", { boot: "a", rev: 4 });
  say("tick", { ts_ms: 0, rev: 4 });
  await later(2000);
  assert.equal(again(), 1);
  say("tick", { ts_ms: 0, rev: 5 });
  await later(2000);
  assert.equal(again(), 2);
  say("$status", { online: true, boot: "b" });
  await later(2000);
  assert.equal(again(), 2, "the picture of another run comes by itself");
});

test("while nothing answers the server is asked again: another way is dialled, other files are loaded", async () => {
  await link();
  await later(2000);
  assert.equal(dialled.length, 1, "the same way is not dialled twice");
  config = { ...config, root: "jantaku/v1/club/table-2" };
  await later(2000);
  assert.deepEqual([dialled.length, dialled[0].ended], [2, true]);
  config = null;
  await later(2000);
  assert.deepEqual([dialled.length, reloads], [2, 0], "a server that is away changes nothing");
  config = { ui: "2", root: ROOT, guest: GUEST };
  await later(2000);
  assert.equal(reloads, 1);
});

test("what comes from a way that was left is not this link's end", async () => {
  const { made } = await linked();
  const [old] = dialled;
  old.heard.close();
  config = { ...config, root: "jantaku/v1/club/table-2" };
  await later(2000);
  dialled[1].heard.connect();
  old.heard.close();
  assert.equal(made.connected, true);
});
