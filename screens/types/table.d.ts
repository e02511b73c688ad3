// What the web server of a table answers, as types for the scripts of its pages. Written by
// `python -m controller.web.js_types` from the models of the answers; a test keeps it in step.

import type { Json, ResultView, RoundView, Standing } from "./contract";

/** What an event would do: `after` is null where it is refused, and `code`, `message`, `reason` and `values` say why, as in a `Reply`. */
export interface Effect {
  /** To be sent in a `ruling`. */
  event: Record<string, any> | null;
  code: "ok" | "duplicate" | "stale_rev" | "forbidden" | "expired" | "bad_schema" | "too_large" | "not_now" | "retained" | "fault";
  message: string;
  reason: string;
  values: Record<string, Json>;
  before: Glance;
  after: Glance | null;
}

/** `/history.json`: games, the newest first. */
export interface GameList {
  games: (PlayedGame | Unreadable)[];
  /** The last game of this answer where older ones follow: ask with `?before=` it. */
  more: string | null;
}

/** What a ruling can change of a game. */
export interface Glance {
  scores: number[];
  names: string[];
  /** Seats whose hand is dead. */
  dead: boolean[];
  /** What rulings take after uma, by seat; 0 or less. */
  after_uma: number[];
  /** Finished hands. */
  hands: number;
  round: RoundView | null;
  /** Of the hand, as far as it is decided and was not paid. */
  result: ResultView | null;
  /** The hand that would be dealt next, once that result is paid; null in play and at the end. */
  following: RoundView | null;
}

/** `/referee.json`. */
export interface HandLog {
  game: string;
  /** Of the hand in play, or the last one. */
  log: LogLine[];
  /** Empty in Chinese Classical, whose rules name none. */
  penalties: PenaltyRow[];
}

/** An event of the hand that counts now. */
export interface LogLine {
  /** Its number in the game's log, as a `correct` names it. */
  at: number;
  type: string;
  /** As in the topic `event`. */
  data: Record<string, any>;
}

/** A row of the penalty table in the rules of this game. */
export interface PenaltyRow {
  id: string;
  section: string;
  /** In the language asked for. */
  violation: string;
  /** What the row prescribes: a sanction, or what a table cannot carry out, such as discretion. */
  measure: string;
  /** With mitigating circumstances. */
  minimum: string | null;
}

/** A game in the list: its finished hands in their order. */
export interface PlayedGame {
  id: string;
  preset: string;
  rules: "riichi" | "classical";
  names: string[];
  started_ms: number | null;
  finished: boolean;
  scores: number[];
  /** After the game. */
  standings: Standing[];
  hands: PlayedHand[];
}

/** A finished hand in the list of a game. */
export interface PlayedHand {
  round: RoundView;
  dealer: number;
  /** At its beginning, by seat. */
  scores: number[];
  reason: string;
  winners: number[];
  /** What its result moved, without the riichi deposits. */
  deltas: number[];
  started_ms: number | null;
  ended_ms: number | null;
}

/** A journal that cannot be read, in the place of its game. */
export interface Unreadable {
  id: string;
  error: string;
}
