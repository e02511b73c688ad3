// The API of a club as types for the scripts of its pages. Written by `python -m club.web.reference` from
// what is declared of each address in `club/web/api/`; a test keeps it in step.

import type { Json } from "./contract";

type Bare<Path> = Path extends `${infer Address}?${string}` ? Address : Path;
/** What GET answers at a path below `/api/`, with or without a query. */
export type AnswerTo<Path> = Bare<Path> extends keyof Answers ? Answers[Bare<Path>] : never;
/** What POST takes at such a path. */
export type BodyOf<Path> = Path extends keyof Bodies ? Bodies[Path] : never;
/** What POST answers there. */
export type OutcomeOf<Path> = Path extends keyof Outcomes ? Outcomes[Path] : never;
/** An event of the log before it is said of which tournament it is. */
export type Deed = Unplaced<Submitted["events"][number]>;
type Unplaced<Each> = Each extends { tournament: 0 } ? never : Omit<Each, "tournament">;

export interface AccountLine {
  id: number;
  by: string;
  login: string;
  person: number | null;
  has: ("password" | "pin" | "card")[];
  roles: RoleGiven[];
  revision: string;
}

export interface Accreditation {
  criteria: Criterion[];
  deviations: Deviation[];
  size: string;
  rating: "RR" | "CRR" | "none";
}

/** `key` makes the request safe to repeat. */
export interface Act {
  name: string;
  body: { [name: string]: any };
  key: string;
}

export interface Added {
  ids: number[];
}

/** The referee who enters this is on the way. */
export interface Answered {
  tournament: number;
  type: "answered";
  call: number;
}

/** Accredited judges who did not judge at the event have decided an appeal (K-APPEAL-02); its consequences refer to this entry. */
export interface AppealDecided {
  tournament: number;
  type: "appeal_decided";
  appeal: number;
  board: string[];
  upheld: boolean;
  explanation: string;
}

/** Within two months after the event; situation, decision and reasons in detail (K-APPEAL-01). */
export interface AppealFiled {
  tournament: number;
  type: "appeal_filed";
  person: number;
  about?: number | null;
  situation: string;
  decision: string;
  reasons: string;
}

export interface AppealView {
  id: number;
  person: number;
  about: number | null;
  filed_ms: number;
  situation: string;
  decision: string;
  reasons: string;
  upheld: boolean | null;
  board: string[];
  explanation: string;
  decided_ms: number | null;
}

/** What would a violation cost these people now? */
export interface Asking {
  persons: number[];
  reason: string;
}

export interface Ban {
  until_ms: number;
  reason: string;
  ts_ms: number;
  by: string | null;
}

export interface BanLifted {
  tournament: 0;
  type: "ban_lifted";
  person: number;
  reason?: string;
}

/** A person may not play until then (K-ORG-02). A ban of the whole club has `tournament` 0. It is lifted, never reverted. */
export interface Banned {
  tournament: 0;
  type: "banned";
  person: number;
  until_ms: number;
  reason?: string;
}

/** A call for a referee that is not settled. */
export interface Call {
  id: string;
  seat: number | null;
  since_ms: number;
  answered: boolean;
}

/** Nothing was to be ruled. */
export interface CallClosed {
  tournament: number;
  type: "call_closed";
  call: number;
  reason?: string;
}

export interface CallView {
  id: number;
  round: number;
  table: number;
  seat: number | null;
  person: number | null;
  stage: Stage;
  since_ms: number;
  taken_by: string | null;
  response_ms: number | null;
}

export interface Called {
  tournament: number;
  round: number;
  table: number;
  type: "called";
  seat?: number | null;
  kind?: string;
}

/** One table, for whoever comes to it. */
export interface CaseView {
  seq: number;
  round: number;
  table: number;
  players: [number, number, number, number];
  running: number | null;
  ice: Ice | null;
  call: CallView | null;
  picture: { [name: string]: any } | null;
  hands: HandView[];
  findings: FindingView[];
  withheld: number;
  played: HandLine[];
  lines: JournalLine[];
  remedy: "cancel_and_reenter" | "judge_corrects_seats";
  enterable: EnterableView;
}

/** Only what is given changes; roles with the `revision` of those that were read. */
export interface Change {
  revision?: string | null;
  grants?: Granted[] | null;
  password?: string | null;
  pin?: string | null;
  card?: string | null;
  revoke?: boolean;
}

/** `revision` is that of what was read. */
export interface ChangedPerson {
  name: string;
  club?: string | null;
  country?: string | null;
  ema?: string | null;
  contact?: string | null;
  given?: string | null;
  family?: string | null;
  revision: string;
}

export interface Check {
  ok: boolean;
  total: number | string;
  expected: number | string;
  parts: { [name: string]: number | string };
  wrong: WrongSum[];
}

/** The values that an option takes: its `choices` where they are listed, else `bounds` by its `type`. */
export interface Choice {
  id: string;
  type: string;
  choices: any[];
  bounds: { [name: string]: any };
  value: any;
}

export interface Chosen {
  seat: number | null;
}

/** What one column of the penalty table would be now. */
export interface Column {
  measure: Measure;
  sanction: Sanction | null;
  points: number;
  step: number;
}

/** What both columns of the penalty table say; the second where there is one. */
export interface Columns {
  standard: Column;
  minimum?: Column;
}

export interface Commitment {
  commitment: string;
  ts_ms: number;
}

/** `seen` names the preview that was confirmed; `key` makes the request safe to repeat. */
export interface Confirmed {
  what: "event" | "stage" | "round" | "time";
  number?: number;
  finished?: boolean;
  minutes?: number;
  ends?: boolean;
  reason: string;
  seen: string;
  key: string;
}

/** What a player allows (K-EVENT-09, K-STREAM-02). The narrowest answer counts: of the hand, else of the round, else of the event; `hand` needs `round`. `stream` is the own hand in the broadcast, `spectators` their watching it. */
export interface ConsentChanged {
  tournament: number;
  type: "consent_changed";
  person: number;
  what: "photo" | "video" | "stream" | "spectators";
  granted: boolean;
  round?: number | null;
  hand?: number | null;
}

/** A recorded hand ended otherwise; `result` None: it counts as not played (K-ASSIST-05). */
export interface CorrectHand {
  round: number;
  table: number;
  hand: number;
  result?: Result | null;
  reason: string;
}

export interface Criterion {
  id: string;
  clause: string;
  ok: boolean;
  found: string;
  needed: string;
}

/** The hall as a referee sees it. */
export interface DeskView {
  seq: number;
  ts_ms: number;
  tournament: number;
  name: string;
  preset: string;
  mild: boolean;
  round: number | null;
  tables: TableCard[];
  queue: Queue;
  judges: Judges;
  me: string;
}

export interface Deviation {
  option: string;
  value: any;
  permitted: boolean;
}

export interface Deviations {
  deviations: Deviation[];
  minutes: number;
}

/** No content: an empty object. */
export interface Done {
}

/** Where a round stands, and what was committed for it. */
export interface Draw {
  round: number;
  stage: number | null;
  state: "off" | "coming" | "drawn" | "playing" | "closed";
  minutes: number;
  method: string | null;
  committed: Commitment | null;
  tables_count: number;
}

/** What is done, to which games, and everybody's line before and after; `seen` names it. */
export interface Effect {
  rounds: number[];
  closes: number | null;
  games: OneGame[];
  seconds: number | null;
  lines: Moved[];
  changes: boolean;
  ok: boolean;
  seen: string;
}

/** The time is over and no other hand follows (K-TIMER-02); `hands` were played. */
export interface EndGame {
  hands: number;
  key: string;
}

export type EndReason = "win" | "exhaustive" | "nagashi" | "kyuushu_kyuuhai" | "suufon_renda" | "suucha_riichi" | "suukaikan" | "sanchahou" | "chombo" | "redeal";

export interface Ended {
  seqs: number[];
}

/** `number` is that of the stage or round (`club.log.effects.Asked`). */
export interface Ending {
  what: "event" | "stage" | "round" | "time";
  number?: number;
  finished?: boolean;
  minutes?: number;
  ends?: boolean;
}

/** The same, once all four have seen what it moves (K-ASSIST-04). `key` makes it safe to repeat. */
export interface EnterHand {
  hand: number;
  result: Result;
  key: string;
}

/** What the rules have of the results that people may enter beside wins and the exhaustive draw. */
export interface EnterableView {
  ends: string[];
  tenpai: string[];
  yakuman: number;
  counted: boolean;
}

/** What the log has entered now, or had already where the request was `repeated`. */
export interface Entered {
  seqs: number[];
  repeated: boolean;
}

/** The address that signs somebody in. */
export interface Entrance {
  link: string;
}

/** `called_off` are the rounds that were not played, or not to their end. */
export interface Exported {
  games: GameFinal[];
  standings: Row[];
  check: Check;
  lacks: Lack[];
  called_off: number[];
}

/** A breach that the table's judge found. */
export interface FindingView {
  kind: string;
  clause: string;
  norm: Norm;
  seat: number | null;
  person: number | null;
  penalty: string;
  sanction: string | null;
  minimum: string | null;
  waived: string | null;
  evidence: number[];
  entry: number | null;
}

/** An event of a hand, and the parts of the picture that it changes (JSON Patch). */
export interface Frame {
  at_ms: number | null;
  type: string;
  data: { [name: string]: any };
  changes: Patch[];
}

/** Input of a table, or of all, stops until the decision, the clock too if so said (K-JUDGE-02). */
export interface Frozen {
  tournament: number;
  round: number;
  table?: number | null;
  type: "frozen";
  clock?: boolean;
  picture?: { [name: string]: Json };
}

/** A game hand by hand. */
export interface Game {
  table: number;
  players: number[];
  registered: number[];
  scores: number[];
  sticks: number;
  hands: number;
  finished: boolean;
  differs: boolean;
  counts: boolean;
  revision: string;
  by_table: boolean;
  won: boolean[] | null;
  chips: number[] | null;
  lacks: string[];
  extra_s: number;
  finals: PlayerResult[] | null;
  start: number;
  list: club__web__views__shapes__PlayedHand[];
}

export interface GameFinal {
  round: number;
  table: number;
  players: SeatFinal[];
}

/** A table begins its game of the round; from then on only records of this game are taken. */
export interface GameOpened {
  tournament: number;
  round: number;
  table: number;
  type: "game_opened";
  game: string;
}

/** The end of a game: sent by the table, entered from a sheet (K-FAIL-02) or imported. `scores` are without the `sticks_left` on the table. What a person enters counts before what the table reports; `game` is the table's, `hands` how many were played. `chips` are won or lost, `won` says who has won a hand (yakitori): None where nobody has said. What a result lacks, a person enters with the same scores. */
export interface GameRecorded {
  tournament: number;
  round: number;
  table: number;
  type: "game_recorded";
  source: "table" | "sheet" | "online";
  scores: [number, number, number, number];
  sticks_left?: number;
  game?: string | null;
  hands?: number | null;
  rev?: number;
  chips?: [number, number, number, number] | null;
  won?: [boolean, boolean, boolean, boolean] | null;
}

/** `accounts` are names of the site with people, beside those that earlier records have made known; with `relearn` they hold where earlier records say otherwise. The times bound when a game may have been played. */
export interface Given {
  records: Log[];
  accounts?: { [name: string]: number };
  relearn?: boolean;
  lobby?: string | null;
  since_ms?: number | null;
  until_ms?: number | null;
}

export interface Granted {
  role: Role;
  tournament?: number | null;
}

/** All of it; `rev` grows with every change. */
export interface HallView {
  rev: number;
  ts_ms: number;
  tables: TableView[];
  clocks: WallClock[];
  refused: { [name: string]: number };
}

/** A referee's word about a hand, which counts before the table's; also for a hand nobody recorded. */
export interface HandCorrected {
  tournament: number;
  round: number;
  table: number;
  type: "hand_corrected";
  hand: number;
  record: Record;
  reason: string;
  because?: number[];
}

/** What a hand moves, with the deposits, and the scores after it; `over`: no other hand follows. */
export interface HandEffect {
  deltas: number[];
  scores: number[];
  over: boolean;
}

/** A finished hand. */
export interface HandLine {
  hand: number;
  entry: number;
  wind: number;
  number: number;
  honba: number;
  dealer: number;
  reason: string;
  winners: number[];
  deltas: [number, number, number, number];
  scores: [number, number, number, number];
  riichi: number[];
  corrected: boolean;
  findings: FindingView[];
}

/** The hand that is played now at the own table: whether it may be shown late in a broadcast, and whether there is one. */
export interface HandNow {
  round: number;
  table: number;
  hand: number;
  stream: boolean;
  broadcast: boolean;
}

/** A judge has looked at the concealed tiles of a seat (K-JUDGE-10). It stays recorded. */
export interface HandOpened {
  tournament: number;
  round: number;
  table: number;
  type: "hand_opened";
  hand: number;
  seat: number;
  reason: string;
  call?: number | null;
}

/** A finished hand as the table reports it; a higher `rev` is the table's own correction of the hand. The first one opens the game where nothing has opened it before. */
export interface HandRecorded {
  tournament: number;
  round: number;
  table: number;
  type: "hand_recorded";
  game: string;
  hand: number;
  rev?: number;
  record: Record;
}

export interface HandRound {
  wind: "E" | "S" | "W" | "N";
  number: number;
  honba: number;
  kyotaku: number;
}

/** Concealed tiles of a seat: how many, and which only once a judge has opened them (K-JUDGE-10). */
export interface HandView {
  seat: number;
  count: number;
  opened: boolean;
  tiles: (string | null)[];
}

/** A win that a hand pays; `source` is the winner itself after a tsumo, `responsible` pays under pao. */
export interface HandWin {
  seat: number;
  source: number;
  han: number;
  fu: number;
  yakuman?: number;
  responsible?: number | null;
}

/** A frozen table. */
export interface Ice {
  since_ms: number;
  by: string;
  clock: boolean;
}

export interface Journal {
  lines: JournalLine[];
  players: Notorious[];
  appeals: AppealView[];
  appeals_from_ms: number | null;
  appeals_until_ms: number | null;
}

/** An entry of the judges' journal (K-JUDGE-07), of one person where it is a sanction. */
export interface JournalLine {
  entry: number;
  ts_ms: number;
  judge: string;
  tournament: number;
  round: number | null;
  table: number | null;
  game: string | null;
  hand: number | null;
  kind: "ruling" | "settled" | "penalty" | "hand_opened" | "correction" | "result_correction" | "seating" | "time";
  persons: number[];
  reason: string;
  clause: string;
  norm: Norm | null;
  facts: string;
  sanction: Sanction | null;
  points: number;
  step: number;
  explanation: string;
  snapshot: number | null;
  call: number | null;
  ruling: number | null;
  penalty: number | null;
  lifted: string | null;
  superseded: number | null;
}

/** How many are there and what is wanted (K-JUDGE-04). */
export interface Judges {
  playing: number;
  free: number;
  wanted_playing: [number, number];
  wanted_free: number;
  short: string[];
}

/** The game at a table as its players see it. `hand` is the number of the one in play, the first is 0; `over`: none follows. `may_end`: its time has passed. People are ids, by seat. */
export interface Keeping {
  round: number;
  table: number;
  players: number[];
  hand: number;
  wind: number;
  number: number;
  honba: number;
  sticks: number;
  dealer: number;
  scores: number[];
  hands: club__web__api__assistant__PlayedHand[];
  stopped: boolean;
  over: boolean;
  recorded: boolean;
  may_end: boolean;
  enterable: EnterableView;
}

/** A line of the journal of which a picture or a clip is kept (docs/evidence.md). */
export interface KeptView {
  line: number;
  ts_ms: number;
  type: string;
  seat: number | null;
  picture: boolean;
  clip: boolean;
}

/** All that is known of a person, and its revision. */
export interface Known {
  name: string;
  club: string | null;
  country: string | null;
  ema: string | null;
  contact: string | null;
  given: string | null;
  family: string | null;
  revision: string;
}

export interface Lack {
  round: number;
  table: number;
  needs: string[];
}

/** The plan of an event by the names of its fields, with the revision that an edit has to send back. */
export interface LaidDown {
  fields: { [name: string]: any };
  revision: string;
}

/** What a table needs, most pressing first. */
export type Lamp = "call" | "alert" | "frozen" | "coming" | "late" | "clock" | "silent" | "well";

/** The last hand that the table confirmed. */
export interface LastHand {
  game: string;
  hand: number;
  rev: number;
  wind: "E" | "S" | "W" | "N";
  number: number;
  honba: number;
  reason: string;
  winners: number[];
  deltas: number[];
  ended_ms: number | null;
}

/** Came so long after the start of the round (K-LATE-01). */
export interface Late {
  tournament: number;
  type: "late";
  round: number;
  person: number;
  seconds: number;
}

/** A tournament in the list. */
export interface Line {
  id: number;
  name: string;
  dates: string[];
  place: string;
  players: number;
  playing: number | null;
  played: number | null;
  rounds: number;
  off: number[];
  closed: boolean;
  lately_ms: number;
}

export interface Lines {
  lines: string[];
}

/** A list as CSV; its first line names the columns, of which `name`, or `given` and `family`, must be there. */
export interface Listed {
  csv: string;
}

/** A record and the name of its file, which gives the id where the record does not. */
export interface Log {
  text: string;
  name?: string;
}

/** `by` is None for what the hub entered; `reverted` is the entry that took it back, `may` whether who asks could. */
export interface LogLine {
  seq: number;
  ts_ms: number;
  by: string | null;
  what: { [name: string]: number | string };
  reason: string;
  effect: Moved[];
  reverted: number | null;
  may: boolean;
}

export interface Made {
  id: number;
}

/** Who is signed in, and what that account may enter; everything empty for a stranger. `csrf` is to be sent as the header `x-csrf-token` with everything that changes something. */
export interface Me {
  login: string | null;
  password?: boolean;
  by?: string;
  person: number | null;
  roles: RoleGiven[];
  may: string[];
  csrf: string | null;
}

export interface Mean {
  total: number | string;
  count: number;
}

/** What a row prescribes. */
export type Measure = "reminder" | "reminder_cancel" | "dead_hand" | "chombo" | "redeal" | "fine" | "replacement" | "replacement_penalty" | "disqualification" | "discretion" | "special";

export interface Member {
  person: number;
  total: number | string | null;
  counts: boolean;
}

/** `telephones`: players may enter the hands of tables without electronics. */
export interface Mine {
  person: number;
  registered: boolean;
  telephones: boolean;
  places: Place[];
  consents: { [name: string]: boolean };
  now: HandNow | null;
}

/** A person's line of the standings before and after; None where the person has none there. */
export interface Moved {
  person: number;
  places: [number | null, number | null];
  totals: [number | string | null, number | string | null];
  games: [number, number];
}

export interface NewAccount {
  login: string;
  person?: number | null;
  grants?: Granted[];
}

export interface NewPeople {
  people: Person[];
}

/** The four kinds of norms and what follows from breaking one (RRC-2024 §2.1). */
export type Norm = "convenience" | "fair_play" | "mechanics" | "conduct";

/** A player of whom the journal has much (K-JUDGE-11). */
export interface Notorious {
  person: number;
  entries: number;
  repeated: number;
}

/** A referee of the event (K-JUDGE-01, K-JUDGE-04); `account` is the one that rules. */
export interface Official {
  person: number;
  account: string;
  head?: boolean;
  playing?: boolean;
  tables?: number[];
}

export interface OfficialLine {
  account: string;
  login: string;
  person: number | null;
  head: boolean;
}

export interface Officials {
  accounts: OfficialLine[];
  judges: Judges;
}

export interface OneGame {
  table: number;
  finished: boolean;
  counts: boolean;
}

/** All that is published of a tournament before its games and beside them. */
export interface Overview {
  id: number;
  name: string;
  dates: string[];
  place: string;
  players: number;
  playing: number | null;
  played: number | null;
  rounds: number;
  off: number[];
  closed: boolean;
  lately_ms: number;
  preset: string;
  options: { [name: string]: any };
  rules: string;
  accreditation: Accreditation;
  needs: string[];
  plan: { [name: string]: any };
  stages: StageLine[];
  draws: Draw[];
  admitted: number[];
  waiting: number[];
  teams: { [name: string]: number };
  team_names: { [name: string]: string };
  substitutes: number[];
  away: number[];
}

/** What somebody sets of the own account. */
export interface Own {
  password?: string | null;
  pin?: string | null;
}

/** The fee, which can be the confirmation of a place (K-EVENT-07). */
export interface Paid {
  tournament: number;
  type: "paid";
  person: number;
}

export interface Password {
  login: string;
  password: string;
}

export interface Patch {
  op: "replace";
  path: string;
  value: any;
}

/** A sanction; reminders as well (K-JUDGE-07). `points` are deducted after uma, 0 or less (K-PEN-02). Never deleted: `PenaltyLifted`. Chombo for a hand that the table recorded as chombo is the same one. Without a round it counts for the event. */
export interface Penalised {
  tournament: number;
  type: "penalised";
  round?: number | null;
  table?: number | null;
  hand?: number | null;
  person: number;
  reason: string;
  sanction: Sanction;
  points?: number;
  text?: string;
  because?: number[];
}

/** Counts no more and stays visible. */
export interface PenaltyLifted {
  tournament: number;
  type: "penalty_lifted";
  penalty: number;
  reason: string;
  because?: number[];
}

/** What is asked of somebody: the name, and as little else as the event needs. `given` and `family` are for lists that ask for both; what is not given follows from the name. */
export interface Person {
  name: string;
  club?: string | null;
  country?: string | null;
  ema?: string | null;
  contact?: string | null;
  given?: string | null;
  family?: string | null;
}

/** `by_phone`: the hands of the game are entered on telephones, as no device records that table. */
export interface Place {
  round: number;
  table: number;
  seat: number | null;
  players: number[];
  started: boolean;
  closed: boolean;
  by_phone: boolean;
}

/** What is laid down and published of an event, beside the rules of play (K-EVENT-02). Dates are ISO 8601. Of contacts and officials only ids are kept: names lie with the people. */
export interface Plan {
  dates?: string[];
  timetable?: string[];
  fee?: string;
  place?: string;
  accreditation?: "RR" | "CRR" | "none";
  contacts?: number[];
  scheme?: string;
  edition?: number;
  qualification?: boolean;
  open_places?: number | null;
  games?: number;
  capacity?: number | null;
  first_table?: number;
  confirmed_by_fee?: boolean;
  telephones?: boolean;
  substitute_result?: [number, number] | null;
  chip?: number;
  late_limit_min?: number;
  minutes?: number;
  after?: "finish_current_plus_one" | "finish_current";
  delay_s?: number;
  officials?: Official[];
  series?: string | null;
  teams_by?: "sum" | "average";
  teams_best?: number | null;
}

/** What a game gave to a player. */
export interface PlayerResult {
  player: number;
  place: number;
  points: number | string;
  penalties: number | string;
  substitute: number | null;
  total: number | string;
}

export interface PresetLine {
  id: string;
  title: string;
}

export interface Previewed {
  finals: PlayerResult[] | null;
  total: number;
  expected: number;
  ok: boolean;
}

/** Calls that are not settled, and how calls of this event were answered. */
export interface Queue {
  calls: CallView[];
  settled: number;
  median_ms: number | null;
  p95_ms: number | null;
}

/** Something that a ruling can be about. */
export interface ReasonView {
  id: string;
  clause: string;
  norm: Norm;
  section: string;
  violation: string;
  standard: Measure;
  minimum: Measure | null;
  least: number;
  most: number;
}

/** One finished hand as the table reports it; seats 0 to 3, points as in `engine.state.events.HandEnded`. `deltas` are what the result moves, without the riichi deposits; `riichi` are the seats that laid one. `scores` and `sticks` are those after the hand. `moves` are mjai lines of what was laid open, to show the hand again; no result and no statistic reads them. `wins` and `called` (seats that called a tile) are None where nobody has kept them. Names of players have no place in them. */
export interface Record {
  dealer: number;
  wind: number;
  number: number;
  honba?: number;
  reason: EndReason;
  winners?: number[];
  wins?: HandWin[] | null;
  called?: number[] | null;
  deltas: [number, number, number, number];
  scores: [number, number, number, number];
  riichi?: number[];
  sticks?: number;
  offenders?: number[];
  tenpai?: number[];
  started_ms?: number | null;
  ended_ms?: number | null;
  findings?: Json[];
  moves?: { [name: string]: Json }[];
}

/** A record that was read: `table` and `notes` if it counts, otherwise the `reasons`. */
export interface RecordEntered {
  name: string;
  ok: boolean;
  reasons?: Told[];
  table?: number;
  notes?: Told[];
}

/** Plays from `from_round` on; a substitute of either kind is not ranked (K-SUB-01, K-SUB-02). */
export interface Registered {
  tournament: number;
  type: "registered";
  person: number;
  kind?: "player" | "permanent" | "occasional" | "bot";
  team?: number | null;
  from_round?: number;
}

/** `paid` is the entry that says so, `waits` why somebody has no place. */
export interface RegistrationLine {
  person: number;
  kind: string;
  paid: number | null;
  team: number | null;
  team_revision: string;
  waits: "fee" | "full" | null;
}

/** Another player plays on in a player's place, who gets the fixed result (K-SUB-03). Naming the player again lets that one take over from the substitute; the result stays fixed (K-LATE-03). */
export interface Replaced {
  tournament: number;
  round: number;
  table: number;
  type: "replaced";
  seat: number;
  substitute: number;
  hand?: number;
  reason?: string;
}

/** A finished hand move by move, from its first picture on. */
export interface Replay {
  first: { [name: string]: any };
  frames: Frame[];
  game: string;
  hand: number;
  hands: number;
}

/** Who sat in `seat` belongs in `order[seat]` (K-FAIL-01). */
export interface Reseat {
  round: number;
  table: number;
  order: [number, number, number, number];
  reason: string;
}

/** Who really sits where, at one table or at several that were mixed up (K-FAIL-01). It counts from the game's first hand on. Up to three hands can be entered again instead: then the players go back to their places, and `HandCorrected` for each hand is submitted instead of this. */
export interface Reseated {
  tournament: number;
  type: "reseated";
  round: number;
  sittings: SittingInput[];
  reason?: string;
}

/** How a hand ended, as people read it (`engine.state.events.ResultEntered`). */
export interface Result {
  type: "result_entered";
  reason: EndReason;
  wins?: Win[];
  tenpai?: [boolean, boolean, boolean, boolean];
  riichi?: number[];
}

/** The result of a game as a referee puts it, at any time, also after the event (K-APPEAL-03). `chips` and `won` are those of `GameRecorded`; None leaves them as they are. */
export interface ResultCorrected {
  tournament: number;
  round: number;
  table: number;
  type: "result_corrected";
  scores: [number, number, number, number];
  sticks_left?: number;
  reason: string;
  because?: number[];
  chips?: [number, number, number, number] | null;
  won?: [boolean, boolean, boolean, boolean] | null;
}

/** Who had withdrawn plays again from this round on. */
export interface Returned {
  tournament: number;
  type: "returned";
  person: number;
  from_round: number;
}

/** These entries count as if they had never been made; a later `Reverted` can revert this one. */
export interface Reverted {
  tournament: number;
  type: "reverted";
  seqs: number[];
  reason?: string;
}

export type Role = "player" | "scorekeeper" | "referee" | "head_referee" | "director" | "broadcaster" | "technician";

export interface RoleGiven {
  role: Role;
  tournament: number | null;
}

export interface RoundClosed {
  tournament: number;
  type: "round_closed";
  round: number;
}

/** `seed` and `bound` reveal what was committed; both are empty where the organisers seat by hand (`method` manual). `byes` sit this round out. */
export interface RoundDrawn {
  tournament: number;
  type: "round_drawn";
  round: number;
  sittings: SittingInput[];
  byes?: number[];
  method: "predetermined" | "random" | "swiss" | "interval" | "manual";
  seed?: string;
  bound?: { [name: string]: Json };
}

/** So many seconds less for every table of the round. `ends`: the round that is played is over at once; each table finishes the hand in play and begins no other, whatever else the rules say (K-TIMER-02). */
export interface RoundShortened {
  tournament: number;
  type: "round_shortened";
  round: number;
  seconds: number;
  ends?: boolean;
  reason: string;
  effect?: Moved[];
}

/** The gong (K-GONG-01); lateness and the clock count from the time of the entry. */
export interface RoundStarted {
  tournament: number;
  type: "round_started";
  round: number;
}

/** These rounds are not played, or not to their end: whoever has not finished is let go (K-FAIL-05). Of the one that is played the games at the tables `counted` count, which have a result; all others count for nothing. Rounds keep their numbers, and those after these go on. */
export interface RoundsCalledOff {
  tournament: number;
  type: "rounds_called_off";
  rounds: number[];
  counted?: number[];
  reason: string;
  effect?: Moved[];
}

/** A line of the standings. */
export interface Row {
  place: number;
  player: number;
  total: number | string;
  carried: number | string;
  points: number | string;
  uma: number | string;
  oka: number | string;
  chips: number | string;
  yakitori: number | string;
  fixed: number | string;
  chombo: number | string;
  lateness: number | string;
  fines: number | string;
  penalties: number | string;
  games: number;
  absences: number;
  places: number[];
  mean_place: number | string | null;
  rounds: { [name: string]: number | string };
  counted: number[] | null;
}

/** An entry of the judges' journal (K-JUDGE-07). A call is decided once; `supersedes` is the ruling that a complaint led to consider again (K-JUDGE-06). What it costs is said by `Penalised` beside it. */
export interface Ruled {
  tournament: number;
  round: number;
  table: number;
  type: "ruled";
  call?: number | null;
  supersedes?: number | null;
  hand?: number | null;
  persons?: number[];
  reason: string;
  clause?: string | null;
  sanction?: Sanction | null;
  facts: string;
  explanation?: string;
  step?: number;
  snapshot?: number | null;
  because?: number[];
}

export interface Rules {
  preset: string;
  options?: { [name: string]: Json };
  plan?: Plan | null;
}

/** What a referee can rule (sanctions of the penalty table, K-PEN-01). */
export type Sanction = "reminder" | "dead_hand" | "chombo" | "redeal" | "fine" | "disqualification";

export interface Scores {
  before: number[];
  after: number[];
}

export interface SeatFinal {
  player: number;
  substitute: number | null;
  place: number;
  tied: number;
  points: number | string;
  base: number | string;
  uma: number | string;
  oka: number | string;
  chips: number | string;
  yakitori: number | string;
  chombo: number | string;
  lateness: number | string;
  fines: number | string;
  penalties: number | string;
  total: number | string;
}

/** A round: who sits where, how far its games are, and the proof of its draw. */
export interface Seating {
  round: number;
  stage: number | null;
  state: "off" | "coming" | "drawn" | "playing" | "closed";
  minutes: number;
  method: string | null;
  committed: Commitment | null;
  tables_count: number;
  byes: number[];
  seed: string | null;
  bound: any;
  started_ms: number | null;
  tables: TableWithFinals[];
}

/** A signed link's text, or a card's id. */
export interface Secret {
  link?: string | null;
  card?: string | null;
}

/** Published before the draw: SHA-256 over the seed with all that is bound (`club.seating.commit`). */
export interface SeedCommitted {
  tournament: number;
  type: "seed_committed";
  rounds: number[];
  commitment: string;
}

/** Settled by the table: dead hand or chombo, confirmed by all four (K-PEN-08). */
export interface Settled {
  tournament: number;
  round: number;
  table: number;
  type: "settled";
  hand: number;
  person: number;
  reason: string;
  sanction: "dead_hand" | "chombo";
  confirmed: [number, number, number, number];
  call?: number | null;
}

export interface Share {
  count: number;
  of: number;
}

/** A game as it stands on paper. */
export interface Sheet {
  scores: [number, number, number, number];
  sticks_left?: number;
  chips?: [number, number, number, number] | null;
  won?: [boolean, boolean, boolean, boolean] | null;
}

/** Who has signed in at a seat. `wrong`: that person belongs to `table` (its label) and `place`. */
export interface Sign {
  state: "open" | "signed" | "wrong";
  person: number | null;
  table: string | null;
  place: number | null;
}

/** Who sits down at a table, by seat. ValidationError when somebody would sit twice. */
export interface SittingInput {
  table: number;
  players: [number, number, number, number];
}

/** The assignment that the table has reported: who plays its game, or its next one, in seat order. */
export interface SittingOutput {
  id: string;
  tournament: number;
  round: number;
  label: string;
  players: [number, number, number, number];
  signed: [Sign, Sign, Sign, Sign];
}

/** The slots of a timetable as in `club.schedule.Plan`, in minutes; `dates` are those of the event, one for each day. */
export interface Slots {
  dates: string[];
  games: number;
  slot: number;
  pause: number;
  lunch: number;
  start: number;
  lunch_from: number;
}

export type Stage = "waiting" | "coming" | "settled";

/** `stage` counts from 1; its `rounds` follow those of the stages before (K-SEAT-01, K-SEAT-02). `carry` is how much of the total so far counts on, `cut` how many players go on, None for all. */
export interface StageAdded {
  tournament: number;
  type: "stage_added";
  stage: number;
  method: "predetermined" | "random" | "swiss" | "interval" | "manual";
  rounds: number;
  interval?: number | null;
  carry?: number;
  cut?: number | null;
}

export interface StageClosed {
  tournament: number;
  type: "stage_closed";
  stage: number;
}

export interface StageLine {
  stage: number;
  method: string;
  rounds: number;
  interval: number | null;
  carry: any;
  cut: number | null;
  first: number;
  closed: boolean;
}

/** `seq` is the entry of the log up to which they count. */
export interface Standings {
  games: GameFinal[];
  standings: Row[];
  check: Check;
  lacks: Lack[];
  seq: number;
}

export interface Statistics {
  hands: number;
  win: Share;
  tsumo: Share;
  deal_in: Share;
  riichi: Share;
  riichi_won: Share;
  riichi_dealt_in: Share;
  called: Share;
  called_won: Share;
  tenpai: Share;
  drawn: Share;
  win_points: Mean;
  deal_in_points: Mean;
  chombo: Share;
  places: Share[];
  mean_place: Mean;
  points: Mean;
  below_zero: Share;
}

/** Several events are one transaction. `key` makes the request safe to repeat, `revision` is that of what the events write over (`club.web.views.revision`). */
export interface Submitted {
  events: (TournamentCreated | TournamentChanged | Registered | Paid | Withdrew | Returned | ConsentChanged | Banned | BanLifted | TeamNamed | TeamJoined | StageAdded | TablesReduced | TableBound | SeedCommitted | RoundDrawn | RoundStarted | TimeAdded | RoundClosed | RoundsCalledOff | RoundShortened | StageClosed | TournamentClosed | GameOpened | HandRecorded | GameRecorded | HandCorrected | ResultCorrected | Reseated | Replaced | Late | Called | Answered | CallClosed | Frozen | Unfrozen | Ruled | Settled | Penalised | PenaltyLifted | HandOpened | AppealFiled | AppealDecided | Reverted)[];
  key: string;
  revision?: string | null;
}

/** Which device stands as this table in the hall; None takes it away. */
export interface TableBound {
  tournament: number;
  type: "table_bound";
  table: number;
  device?: string | null;
}

/** A table on the map of the hall; `lamps` is never empty. */
export interface TableCard {
  table: number;
  lamps: Lamp[];
  players: [number, number, number, number] | null;
  scores: [number, number, number, number] | null;
  hands: number;
  left_ms: number | null;
  running: boolean;
  granted_s: number;
  troubles: { [name: string]: any }[];
}

/** The table's own clock: what it says counts there. */
export interface TableClock {
  running: boolean;
  left_ms: number;
  bonus_ms: number;
  deals_left: number | null;
  last_hand: boolean;
  over: boolean;
}

/** One table. `silent`: no message for 90 seconds, whatever the last one was. */
export interface TableView {
  name: string;
  online: boolean;
  silent: boolean;
  seen_ms: number;
  sitting: SittingOutput | null;
  pending: string | null;
  game: string | null;
  scores: [number, number, number, number] | null;
  dealer: number | null;
  riichi: [boolean, boolean, boolean, boolean];
  clock: TableClock | null;
  calls: Call[];
  troubles: Trouble[];
  hands: number;
  last: LastHand | null;
  finished: boolean;
}

export interface TableWithFinals {
  table: number;
  players: number[];
  registered: number[];
  scores: number[];
  sticks: number;
  hands: number;
  finished: boolean;
  differs: boolean;
  counts: boolean;
  revision: string;
  by_table: boolean;
  won: boolean[] | null;
  chips: number[] | null;
  lacks: string[];
  extra_s: number;
  finals: PlayerResult[] | null;
}

/** No more than `tables` from this round on, which never rises again (K-SEAT-06). */
export interface TablesReduced {
  tournament: number;
  type: "tables_reduced";
  from_round: number;
  tables: number;
}

export interface Team {
  team: number;
  name: string | null;
  revision: string;
  place: number | null;
  total: number | string | null;
  members: Member[];
}

/** Plays for this team, with all results of the event; None: for none. */
export interface TeamJoined {
  tournament: number;
  type: "team_joined";
  person: number;
  team?: number | null;
}

/** A new team, or another name for it. */
export interface TeamNamed {
  tournament: number;
  type: "team_named";
  team: number;
  name: string;
}

export interface Teams {
  by: string;
  best: number | null;
  unequal: boolean;
  teams: Team[];
}

/** A win whose tiles are touched, as `jantaku score` reads it, without what the table knows itself. */
export interface Tiles {
  win?: { [name: string]: any };
}

/** Extra time, of one table or of all (K-TIMER-07). */
export interface TimeAdded {
  tournament: number;
  round: number;
  table?: number | null;
  type: "time_added";
  seconds: number;
  reason?: string;
}

/** A sentence for people, such as why a request is refused: `message` is English; pages say that of `code` in their language, with these values. */
export interface Told {
  code: string;
  values: { [name: string]: any };
  message: string;
}

/** What is None stays. The rules cannot change once a round has started. */
export interface TournamentChanged {
  tournament: number;
  type: "tournament_changed";
  name?: string | null;
  preset?: string | null;
  options?: { [name: string]: Json } | null;
  plan?: Plan | null;
}

/** The end of the event, from which the two months for appeals count (K-APPEAL-01). */
export interface TournamentClosed {
  tournament: number;
  type: "tournament_closed";
}

/** `preset` and `options` are the rules of play (`engine.rules.ruleset.Ruleset.preset`). */
export interface TournamentCreated {
  tournament: number;
  type: "tournament_created";
  name: string;
  preset: string;
  options?: { [name: string]: Json };
  plan?: Plan;
}

/** What a person should see to at the table. */
export interface Trouble {
  code: string;
  message: string;
  reason: string;
  values: { [name: string]: Json };
  seat: number | null;
  since_ms: number;
}

export interface Unfrozen {
  tournament: number;
  round: number;
  table?: number | null;
  type: "unfrozen";
}

/** What the win is worth, or codes of what is wrong with it. */
export interface Value {
  ok: boolean;
  faults: string[];
  han: number;
  fu: number;
  yakuman: number;
  limit: string | null;
  yaku: [string, number][];
  dora: number;
  red: number;
  ura: number;
}

/** The clock of an event's round, for the wall: `left_ms` counts down from `ts_ms` on while it runs. Moments are milliseconds since 1970. `total_ms` is the main time with what everybody was granted. */
export interface WallClock {
  tournament: number;
  round: number;
  state: "waiting" | "running" | "paused" | "over";
  left_ms: number;
  ts_ms: number;
  main_ms: number;
  total_ms: number;
  gong: string;
  begun_ms: number | null;
  ends_ms: number | null;
  after: string;
  granted: { [name: string]: number };
}

export interface Win {
  seat: number;
  source: number;
  han: number;
  fu: number;
  yakuman?: number;
  responsible?: number | null;
}

/** Plays no more from this round on. */
export interface Withdrew {
  tournament: number;
  type: "withdrew";
  person: number;
  from_round: number;
  reason?: string;
}

export interface WrongSum {
  round: number;
  table: number;
  points: number;
  expected: number;
}

/** How the hand in play ended, before it is entered; `hand` is the one that whoever enters it sees. */
export interface club__assistant__asked__Trial {
  hand: number;
  result: Result;
}

/** A recorded hand; `deltas` are with the riichi deposits. */
export interface club__web__api__assistant__PlayedHand {
  hand: number;
  wind: number;
  number: number;
  honba: number;
  reason: string;
  deltas: number[];
  corrected: boolean;
}

/** One of both: a correction whose effect is asked for before it is made. */
export interface club__web__api__referee__Trial {
  correct_hand?: CorrectHand | null;
  reseat?: Reseat | null;
}

/** A finished hand in one line. */
export interface club__web__views__shapes__PlayedHand {
  hand: number;
  round: HandRound;
  reason: string;
  winners: number[];
  net: number[];
  riichi: number[];
  ended_ms: number | null;
  replay: boolean;
}

interface Answers {
  "tournaments": Line[];
  [path: `tournaments/${number}`]: Overview;
  [path: `tournaments/${number}/people`]: { [name: string]: string };
  [path: `tournaments/${number}/rounds/${number}`]: Seating;
  [path: `tournaments/${number}/rounds/${number}/tables/${number}`]: Game;
  [path: `tournaments/${number}/rounds/${number}/tables/${number}/hands/${number}`]: Replay;
  [path: `tournaments/${number}/standings`]: Standings;
  [path: `tournaments/${number}/statistics`]: { [name: string]: Statistics };
  [path: `tournaments/${number}/teams`]: Teams;
  [path: `tournaments/${number}/mine`]: Mine;
  [path: `tournaments/${number}/rounds/${number}/tables/${number}/assistant`]: Keeping;
  "me": Me;
  "accounts": AccountLine[];
  [path: `accounts/${number}/link`]: Entrance;
  "people": { [name: string]: Known };
  [path: `tournaments/${number}/registrations`]: RegistrationLine[];
  "bans": { [name: string]: Ban };
  "presets": PresetLine[];
  [path: `presets/${string}/options`]: Choice[];
  [path: `tournaments/${number}/plan`]: LaidDown;
  [path: `tournaments/${number}/officials`]: Officials;
  "hall": HallView;
  [path: `tournaments/${number}/export/${string}`]: Exported;
  [path: `tournaments/${number}/log`]: LogLine[];
  [path: `tournaments/${number}/desk`]: DeskView;
  [path: `tournaments/${number}/desk/judges`]: { [name: string]: string };
  [path: `tournaments/${number}/desk/reasons`]: ReasonView[];
  [path: `tournaments/${number}/desk/rounds/${number}/tables/${number}`]: CaseView;
  [path: `tournaments/${number}/desk/journal`]: Journal;
  [path: `tournaments/${number}/desk/journal.json`]: JournalLine[];
  [path: `tournaments/${number}/desk/rounds/${number}/tables/${number}/hands/${number}/evidence`]: KeptView[];
}

interface Bodies {
  [path: `tournaments/${number}/rounds/${number}/tables/${number}/assistant/preview`]: club__assistant__asked__Trial;
  [path: `tournaments/${number}/rounds/${number}/tables/${number}/assistant/value`]: Tiles;
  [path: `tournaments/${number}/rounds/${number}/tables/${number}/assistant/enter`]: EnterHand;
  [path: `tournaments/${number}/rounds/${number}/tables/${number}/assistant/end`]: EndGame;
  "me": Own;
  "sign-in": Password | Secret;
  "sign-out": { [name: string]: never };
  "accounts": NewAccount;
  [path: `accounts/${number}`]: Change;
  [path: `accounts/${number}/remove`]: { [name: string]: never };
  "people": NewPeople;
  "people/list": Listed;
  [path: `people/${number}`]: ChangedPerson;
  [path: `people/${number}/forget`]: { [name: string]: never };
  "rules": Rules;
  [path: `tournaments/${number}/rounds/${number}/tables/${number}/preview`]: Sheet;
  "timetable": Slots;
  [path: `tournaments/${number}/rounds/${number}/commit`]: { [name: string]: never };
  [path: `tournaments/${number}/rounds/${number}/draw`]: { [name: string]: never };
  [path: `tournaments/${number}/ending/preview`]: Ending;
  [path: `tournaments/${number}/ending`]: Confirmed;
  [path: `tournaments/${number}/rounds/${number}/online`]: Given;
  "submit": Submitted;
  [path: `tournaments/${number}/desk/propose`]: Asking;
  [path: `tournaments/${number}/desk/preview`]: club__web__api__referee__Trial;
  [path: `tournaments/${number}/desk/do`]: Act;
  [path: `broadcast/${string}/hand`]: Chosen;
}

interface Outcomes {
  [path: `tournaments/${number}/rounds/${number}/tables/${number}/assistant/preview`]: HandEffect;
  [path: `tournaments/${number}/rounds/${number}/tables/${number}/assistant/value`]: Value;
  [path: `tournaments/${number}/rounds/${number}/tables/${number}/assistant/enter`]: Entered;
  [path: `tournaments/${number}/rounds/${number}/tables/${number}/assistant/end`]: Entered;
  "me": Me | Done;
  "sign-in": Me;
  "sign-out": Done;
  "accounts": Made;
  [path: `accounts/${number}`]: Done;
  [path: `accounts/${number}/remove`]: Done;
  "people": Added;
  "people/list": Added;
  [path: `people/${number}`]: Done;
  [path: `people/${number}/forget`]: Done;
  "rules": Deviations;
  [path: `tournaments/${number}/rounds/${number}/tables/${number}/preview`]: Previewed;
  "timetable": Lines;
  [path: `tournaments/${number}/rounds/${number}/commit`]: Entered;
  [path: `tournaments/${number}/rounds/${number}/draw`]: Entered;
  [path: `tournaments/${number}/ending/preview`]: Effect;
  [path: `tournaments/${number}/ending`]: Ended;
  [path: `tournaments/${number}/rounds/${number}/online`]: RecordEntered[];
  "submit": Entered;
  [path: `tournaments/${number}/desk/propose`]: { [name: string]: Columns };
  [path: `tournaments/${number}/desk/preview`]: Scores;
  [path: `tournaments/${number}/desk/do`]: Entered;
  [path: `broadcast/${string}/hand`]: Done;
}
