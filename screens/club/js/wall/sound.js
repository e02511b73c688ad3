// The sound of the gong, made here: no file, no network. A browser lets a page sound only after somebody has touched it.

import { store, stored } from "../../../shared/js/i18n.js";
/** @import { Signal } from "./gong.js" */

const KEY = "sound";
const RUNG = "rung";
const REMEMBERED = 40;
/** Partials of a gong: pitch above the first, strength, and seconds until it is all but gone. */
const PARTIALS = [
  [1, 0.5, 4.5], [1.52, 0.28, 3.4], [2.03, 0.2, 2.6], [2.74, 0.14, 1.9], [3.61, 0.1, 1.2], [5.18, 0.06, 0.5],
];
const STROKE_S = 1.6;
/** Strokes of each signal; a warning is one soft, high one. */
/** @type {Record<Signal, number>} */
export const SIGNALS = { start: 1, end: 3, warning: 1, test: 1 };
/** The events of a hall by their place on the wall: who hears a gong knows whose it is. */
export const PITCHES = [196, 262, 147, 330];

/** One stroke at a moment of the context's own time. @param {AudioContext} context @param {number} at @param {number} pitch */
export function strike(context, at, pitch, loud = 1) {
  const master = context.createGain();
  master.gain.value = 0.75 * loud;
  master.connect(context.destination);
  for (const [ratio, strength, seconds] of PARTIALS) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.frequency.value = pitch * ratio;
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(strength, at + 0.012);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
    tone.connect(gain);
    gain.connect(master);
    tone.start(at);
    tone.stop(at + seconds);
  }
}

/** Moments that a page of this browser has sounded already, so that one that is loaded again is silent about them.
    @returns {string[]} */
const rung = () => JSON.parse(stored(RUNG) ?? "[]");

/** `state`: off; blocked, which a touch ends; or on. */
export class Sound {
  constructor({ wanted = stored(KEY) === "on" } = {}) {
    /** @type {AudioContext | null} */
    this.context = null;
    this.free = 0;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    if (wanted) this.open();
    // Where it was allowed before, any touch of the page is enough.
    for (const touch of ["pointerdown", "keydown"]) {
      addEventListener(touch, () => this.state === "blocked" && void this.context?.resume());
    }
  }

  get state() {
    if (!this.context) return "off";
    return this.context.state === "running" ? "on" : "blocked";
  }

  open() {
    const context = new AudioContext();
    context.onstatechange = () => this.changed();
    this.context = context;
    this.changed();
    return context;
  }

  /** Called by a press: from now on this screen sounds, and proves it. */
  async allow() {
    const context = this.context ?? this.open();
    store(KEY, "on");
    await context.resume();
    this.play("test", 0);
    this.changed();
  }

  off() {
    void this.context?.close();
    this.context = null;
    store(KEY, "off");
    this.changed();
  }

  /** Sounds a moment once in this browser; whether it did. @param {string} id @param {Signal} signal @param {number} voice */
  ring(id, signal, voice) {
    if (this.state !== "on" || rung().includes(id)) return false;
    store(RUNG, JSON.stringify([...rung(), id].slice(-REMEMBERED)));
    this.play(signal, voice);
    return true;
  }

  /** One signal after the other. @param {Signal} signal @param {number} voice */
  play(signal, voice) {
    const { context } = this;
    if (!context) return;
    const pitch = PITCHES[voice % PITCHES.length] * (signal === "warning" ? 2 : 1);
    this.free = Math.max(this.free, context.currentTime + 0.02);
    for (let stroke = 0; stroke < SIGNALS[signal]; stroke += 1) {
      strike(context, this.free, pitch, signal === "warning" ? 0.5 : 1);
      this.free += STROKE_S;
    }
  }

  changed() {
    for (const listener of this.listeners) listener();
  }

  /** @param {() => void} listener */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
