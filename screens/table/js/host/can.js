// What a host may do now, and else why not: keys of the catalogue. The table decides; this only spares a press.

/** @import { Snapshot } from "../../../types/contract" */

/** @typedef {Pick<Snapshot, "phase" | "hands_played" | "paused" | "undo" | "sight" | "rules"> & { machine: Pick<Snapshot["machine"], "state"> & Partial<Pick<Snapshot["machine"], "walls">> }} State */

const DEALT = ["deal", "play", "show", "confirm"];
const BUILT = ["collect", "shuffle", "raise", "dice"];

/** States of the machine that START leaves, once a person has seen to it. */
export const STOPPED = ["fault", "estop", "hold"];

/** Whether people build the walls: there is no machine of ours, or it cannot. @param {State} state */
export const peopleBuild = ({ machine }) => machine.state === "none" || (machine.walls ?? null) !== null;

/** Whether the machine stands and is waited for. @param {State} state */
export const machineStopped = (state) => STOPPED.includes(state.machine.state) && !peopleBuild(state);

/** Whether a hand is on the table. @param {State} state */
export const inHand = ({ phase }) => DEALT.includes(phase);

/** START: null, or why it does nothing now. @param {State} state */
export function noStart(state) {
  const { phase, paused, machine } = state;
  if (paused) return "host.why_paused";
  if (!peopleBuild(state) && (STOPPED.includes(machine.state) || machine.state === "unhomed")) return null;
  if (DEALT.includes(phase)) return "host.why_hand";
  return phase === "collect" || !BUILT.includes(phase) ? null : "host.why_machine";
}

/** Taking the last move back. @param {State} state */
export const noUndo = (state) => (inHand(state) ? null : "host.why_no_hand");

/** A hand entered, or corrected. @param {State} state */
export const noEntry = (state) => (state.paused && state.sight === "none" ? "host.why_paused" : inHand(state) || state.hands_played ? null : "host.why_nothing");

/** The game ended as it stands. @param {State} state */
export function noEnd(state) {
  if (state.phase === "finished") return "host.why_over";
  return state.hands_played || inHand(state) ? null : "host.why_nothing";
}

/** Another game set up, by these people and rules. @param {State} state */
export function noSetUp(state) {
  if (state.phase === "finished") return null;
  if (state.hands_played || inHand(state)) return "host.why_playing";
  return BUILT.includes(state.phase) ? "host.why_machine" : null;
}

/** What START is called now. @param {State} state */
export const startName = (state) => (machineStopped(state) ? "host.clear" : state.phase === "finished" ? "entry.again" : state.hands_played ? "entry.next" : "entry.first");
