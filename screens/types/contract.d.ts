// The published contract as types for the scripts of the pages. Written by `python -m contract.js_types` from
// `contract/messages/` and the table of channels (`contract/channels.py`); a test keeps it in step.

/** Whatever JSON can say. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** `record.ack`: the club's log has it. */
export interface AckBody {
  game: string;
  /** Null: the result of the game. */
  hand?: number | null;
  /** That the log has. A higher one than the table's: the log has something else under it, so the table sends its own again under the next. */
  rev: number;
  /** The newest entry that the log has, by the club's name for it; `assigned.log` says it again. */
  log?: string | null;
}

/** `machine.act`: one of `state.machine.acts`, as it stands there; another one is `not_now`. As START it is the press of a person who sees the machine. */
export interface ActBody {
  act: ActCode;
  lane?: number | null;
  set?: number | null;
}

export type ActCode = "start" | "go_on" | "close" | "hatch" | "raise" | "lower" | "row_empty" | "tile_back" | "give_up" | "by_hand" | "by_machine" | "release" | "lid" | "plug" | "throw";

/** One thing that people can do now. */
export interface ActView {
  act: ActCode;
  /** Row that it is about, 0 to 3; null for all acts but `row_empty`. */
  lane: number | null;
  /** Set of tiles that it is about, 0 or 1; null for all acts but `hatch` and `give_up`. */
  set: number | null;
}

/** `clock.add`: grants time, or takes time away. */
export interface AddBody {
  ms: number;
  /** The time is over with that, whatever is left of it, and no hand follows the one in play: the round was ended early. */
  last?: boolean;
}

/** `record.again`: the club's log has no entry of the name in `assigned.log`, because it was restored from a backup. Whatever this table has sent to that log comes again, and the log knows what it has. */
export interface AgainBody {
  /** With which the ids of its sittings begin. */
  log: string;
  /** Tournaments that are over: nothing of these. */
  closed?: number[];
}

/** Something a person should know: `code` for translation, `message` one English sentence. Where something is refused, `reason` and `values` say why as in a `Reply`. */
export interface Alert {
  /** One of the [codes of alerts](#codes-of-alerts). */
  code: string;
  message: string;
  reason: string;
  values: Record<string, Json>;
}

/** `alert/{id}`, retained: one thing that a person should see to; empty once it is settled. An `id` is the code, of a call for the referee `call-` and the call's own. */
export interface AlertMessage {
  boot: string;
  /** For translation: of a call `referee_called`, of a pause `paused`, else as in `state.alerts`. */
  code: string;
  /** One English sentence. */
  message: string;
  /** As in `state.alerts`. */
  reason: string;
  values: Record<string, Json>;
  since_ms: number;
  /** Where it is, if it is at a seat. */
  seat: number | null;
}

/** `answer`: what a tile is that the table asks about. */
export interface AnswerBody {
  /** Id of the question. */
  question: string;
  /** Such as `5m`, `0p` (red five), `7z`; null: no face shows there, face down or no tile at all. */
  tile: string | null;
}

/** `assign`: who plays the next game of this table, and by which rules. Before its first hand it may be replaced; `not_now` while a game with hands is played, `bad_schema` for rules that this table cannot play. The game begins with `clock.start`. */
export interface AssignBody {
  /** Of this sitting; the same again changes nothing. */
  id: string;
  tournament: number;
  round: number;
  /** The number on the table. */
  label: string;
  /** By seat: East of the first hand, then its right neighbour, and so on. */
  players: PersonBody[];
  preset: string;
  options?: Record<string, any>;
  clock?: "round" | "none";
  /** Whether the first deal waits for all four to have signed in. */
  sign_in?: "none" | "offered" | "required";
  /** The table is broadcast. */
  stream?: boolean;
}

/** `assigned`, retained: what the club has assigned to this table. Empty where nothing is. */
export interface AssignedView {
  id: string;
  /** The game of the table that it became. */
  game: string;
  tournament: number;
  round: number;
  label: string;
  /** By seat. */
  players: number[];
  names: string[];
  sign_in: "none" | "offered" | "required";
  /** By seat. */
  signed: SignView[];
  stream: boolean;
  /** The newest entry of the club's log, as the last acknowledgement named it. */
  log: string | null;
}

/** Nothing: `cycle.start`, `resume`, `sync`, `machine.read` (what the machine has counted comes in the topic `machine`), `evening.end` (who plays and by which rules is forgotten; refused while a game is played), `assign.end` (the club lets the table go: whoever is there may play). */
export interface Body {
}

export type Button = "riichi" | "tsumo" | "ron" | "noten" | "abort" | "confirm" | "dispute" | "start";

/** `referee.call`: a silent raised hand (K-EVENT-10). */
export interface CallBody {
  seat?: number | null;
}

/** `settle`: the four settle a breach themselves that certainly leads to a dead hand or chombo. One asks, the others agree by the same command, the offender too (K-PEN-08); for all else a referee comes. */
export interface CaseBody {
  /** Who asks or agrees. */
  seat: number;
  offender: number;
  /** Of the penalty table, such as `P-02`. */
  row: string;
  /** False ends the request. */
  agree?: boolean;
}

/** `clock`, retained: the time limit of the game. Its left time counts down from `ts_ms` on while it runs; `tick` says it once a second by the table's own clock, whatever the display's clock says. */
export interface ClockView {
  /** `none`: the game has no time limit. */
  kind: "round" | "none";
  running: boolean;
  /** At `ts_ms`. */
  left_ms: number;
  ts_ms: number;
  /** Time granted by the referee, in `left_ms` already (K-TIMER-07). */
  bonus_ms: number;
  /** Hands that may still be played, the one in play included; null while there is time. */
  deals_left: number | null;
  /** The hand in play, or the next one, is the last. */
  last_hand: boolean;
  /** The time has run out. */
  over: boolean;
}

/** `cmd/{device}`: in from screens and referees; never retained. What a `name` takes as its `body` follows below; `rule` is the older name of `ruling`. */
export interface Command {
  /** Its own for each command; a repeat within a day gets the same answer and does nothing. */
  id: string;
  /** Who sends it; of a device with an account its name there counts instead. */
  by: string;
  name: "win.confirm" | "win.dispute" | "panel" | "answer" | "dice.enter" | "undo" | "settle" | "result.enter" | "ruling" | "rule" | "penalty" | "cycle.start" | "pause" | "resume" | "clock.start" | "clock.pause" | "clock.add" | "referee.call" | "referee.answer" | "sync" | "machine.selftest" | "machine.step" | "machine.read" | "machine.act" | "game.set" | "game.end" | "evening.end" | "player.keep" | "player.forget" | "power" | "assign" | "assign.end" | "record.ack" | "record.again" | "seat.sign_in" | "seat.signed" | "evidence.list" | "evidence.get";
  body?: Record<string, any>;
  /** Refused as `stale_rev` when the table has another revision. */
  if_rev?: number | null;
  /** Milliseconds since 1970: refused as `expired` afterwards. MQTT 5's message expiry does the same. */
  expires_ms?: number | null;
  /** `.../reply/{device}`; elsewhere nothing is answered. The response topic of MQTT 5 does the same, and a device with an account is answered at its own one anyway. */
  reply_to?: string | null;
}

/** A hand as Chinese Classical counts it; after a mahjong all four are counted. */
export interface CountedView {
  seat: number;
  /** Of the winner: who gave the last tile, itself from the wall; null for the others. */
  source: number | null;
  /** The concealed part, the winner's without the winning tile. */
  tiles: string[];
  melds: MeldView[];
  flowers: string[];
  win_tile: string | null;
  /** Base values by id with their points, one entry each time. */
  base: [string, number][];
  /** Doubles by id with their factors, one entry each time. */
  doubles: [string, number][];
  /** Id of the limit hand; it has neither base values nor doubles. */
  limit: string | null;
  /** Sum of the base values times the doubles; of a limit hand the limit. */
  points: number;
  /** What is settled: `points`, no more than the limit, rounded up to tens. */
  value: number;
}

/** What the machine has counted since it was built. */
export interface CountersView {
  /** Sets of tiles sorted. */
  cycles: number;
  /** Starts. */
  boots: number;
  /** Starts by the watchdog. */
  watchdogs: number;
  /** Faults that it cleared itself. */
  recovered: number;
  /** Faults that a person cleared. */
  latched: number;
}

/** `dice.enter`: what the two dice show, where people build the walls or a bought table raises them and no camera reads its dice. Until the first discard, and again where it was wrong (R-WALL-04). */
export interface DiceBody {
  dice: [number, number];
  /** Who enters it; null for the table's own screen. */
  seat?: number | null;
}

/** What the rules have of the results that people may enter beside wins and the exhaustive draw. */
export interface EnterableView {
  /** Nagashi and abortive draws, as `reason` of a result. */
  ends: string[];
  /** Ends at which it is asked who is tenpai. */
  tenpai: string[];
  /** So many are paid for one hand at most (R-YAKU-03). */
  yakuman: number;
  /** Han alone can be a yakuman (R-LIMIT-03). */
  counted: boolean;
}

/** A result as people entered it, for whoever changes it. */
export interface EnteredView {
  reason: string;
  wins: HandWin[];
  tenpai: boolean[];
  /** Seats whose stick is laid in this hand. */
  riichi: number[];
}

/** `result.enter`: how the hand in play ended, at a table without a camera, as somebody there enters it. It is previewed and confirmed as every result; entered again it takes the place of the one before. */
export interface EntryBody {
  /** A `result_entered` of `engine.state.events` (docs/referee.md). */
  event: Record<string, any>;
  /** Who enters it; null for the table's own screen. */
  seat?: number | null;
}

/** `event`, not retained: for sound and animation. `type` is one of the [events](#events). */
export interface EventMessage {
  /** As in `state`. */
  game: string;
  /** Line of the game's journal: it grows within a game and begins again with the next. */
  seq: number;
  /** Of the snapshot that shows what it changed. */
  rev: number;
  ts_ms: number;
  type: string;
  /** Its fields, as the table's journal writes them, without what only a player knows: dealt hands and drawn tiles. */
  data: Record<string, any>;
}

/** `evidence.get`: a piece of a kept picture or clip, from `offset` on; it comes at `evidence/{device}`. */
export interface EvidenceGetBody {
  game: string;
  /** Of the journal. */
  line: number;
  /** The clip in place of the picture. */
  clip?: boolean;
  offset?: number;
  /** A judge has opened all hands of the hand in play in the club's log (K-JUDGE-10). Only then a table that keeps pictures with standing hands gives those of the hand in play. */
  opened?: boolean;
}

/** `evidence.list`: of which lines of a hand pictures are kept. The game is one that the club has assigned; the answer comes at `evidence/{device}`. */
export interface EvidenceListBody {
  game: string;
  /** 0 is the first of the game. */
  hand: number;
}

/** `evidence/{device}`, not retained, for the club's hub only: `kept` answers `evidence.list`; `size`, `offset` and `data` answer `evidence.get`. */
export interface EvidenceMessage {
  boot: string;
  /** Of the command. */
  id: string;
  game: string;
  kept: KeptView[];
  /** Bytes of the whole file: a picture is a JPEG, a clip an AVI of JPEGs. */
  size: number;
  offset: number;
  /** The bytes from `offset` on in base64, 98304 at most. */
  data: string;
}

/** `eyes`, retained: what was recognised, to be drawn over `/camera.jpg`. */
export interface Eyes {
  ts_ms: number;
  /** Of the picture that the quads speak of; `/camera.jpg` may be smaller. */
  width: number;
  height: number;
  sight: SightCode;
  zones: SeenZone[];
  questions: Question[];
}

/** A fault as the machine remembers it; a reset leaves it there, without supply it is gone. */
export interface FaultView {
  /** Number as people write it, such as `E21`. */
  fault: string;
  /** Name of the fault. */
  cause: string;
  /** 0 to 3; null where the fault has none. */
  lane: number | null;
  /** Such as `LIFT2`. */
  axis: string | null;
  /** What the machine did then, as in `MachineView`. */
  state: string;
  /** Sets sorted until then since it was built. */
  cycle: number;
}

/** A rule that was broken in this hand, as the judge found it; what follows is people's to rule. */
export interface FindingView {
  /** Such as kuikae, riichi_noten, ron_in_own_furiten (docs/judge.md). */
  kind: string;
  /** Of the rules, such as `R-KUI-02`. */
  clause: string;
  /** Null where nobody is to blame. */
  seat: number | null;
  /** Row of the penalty table, such as `P-18`; empty where none fits. */
  penalty: string;
  /** reminder, dead_hand, chombo, ... or null where nothing follows. */
  sanction: string | null;
  /** The sanction for mitigating circumstances. */
  minimum: string | null;
  /** Why there is no sanction though the table has one: saved, rules, second_offender. */
  waived: string | null;
  /** Where evidence is kept: addresses of the pictures of what proves it, on the table's own web server and for judges only (docs/evidence.md). */
  pictures: string[];
}

/** `game.set`: who plays the next game, and by which rules. It begins at once, its first hand by START, as ever; the games after it go on so until the evening ends. `not_now` while a game with hands is played, or where a club says who plays. */
export interface GameBody {
  /** By seat: East of the first hand, then its right neighbour, and so on. Four different names. */
  players: string[];
  /** The table draws who sits where; `state.drawn` says so to all. */
  draw?: boolean;
  preset: string;
  /** What differs from the preset. */
  options?: Record<string, any>;
  /** The game that this one follows or replaces, as `state.game`: refused where somebody has set up another one meanwhile. */
  after?: string | null;
}

/** `game.end`: the game ends as it stands. The hand in play counts for nothing: its sticks go back. */
export interface GameEndBody {
  /** The game that is meant, refused where the table plays another one. */
  game?: string | null;
}

/** What a guided self-test asks for now. */
export interface GuideView {
  /** Number of this step, from 1; an answer names it. */
  step: number;
  /** How many there are as far as is known; more follow where something fails. */
  steps: number;
  /** What to do: `estop`, `lid`, `entry`, `cup`, `row`, `plug`, `pusher`, `lift`, `hatch`, `drum`; `go` and `go_on`: the machine waits for START before it moves; `moving`: it moves. */
  act: string;
  /** Where to act, or what moves, in `/machine/plan.json`; empty where it is nowhere. */
  place: string;
  /** 0 to 3; null where it is of no lane. */
  lane: number | null;
  /** Such as `LIFT2`: what the machine tries, or was to. */
  axis: string | null;
  /** Inputs that have to change both ways. */
  waits_for: string[];
  /** Those that did. */
  seen: string[];
  /** The answers that `machine.step` takes now. */
  words: ("go" | "fails" | "skip" | "stop")[];
}

/** A win that the result of a hand pays. */
export interface HandWin {
  seat: number;
  /** Who discarded the tile; the winner itself after a tsumo. */
  source: number;
  han: number;
  fu: number;
  /** How many yakuman; 0 for a counted one. */
  yakuman: number;
  /** The seat that answers for a yakuman under pao (R-PAO); null for none. */
  responsible: number | null;
}

/** `health`, retained, every ten seconds: how the table's computer and its connection fare. Counters begin with the run of the service, means are over the last ten seconds. */
export interface Health {
  boot: string;
  ts_ms: number;
  uptime_s: number;
  /** Of the camera, a second. */
  pictures: number;
  /** Reading one picture, in the mean. */
  eyes_ms: number;
  /** The slowest turn of the main loop. */
  turn_ms: number;
  /** Of the computer in the last minute, 1.0 for each busy core. */
  load: number;
  /** Of the processor in degrees Celsius; null where nothing measures it. */
  temperature: number | null;
  /** Room left on the disk of the data directory. */
  free_mb: number;
  /** Of the service. */
  memory_mb: number;
  /** To the broker. */
  reconnections: number;
  /** Displays that say they are there. */
  screens: number;
  /** Answers given, by code. */
  commands: Record<string, number>;
  /** Messages that were no command, had no answer's address or came too fast. */
  unheard: number;
  /** In all that was refused. */
  refused_bytes: number;
  /** Messages published. */
  told: number;
  told_bytes: number;
}

/** `$info`, retained: what this table is. */
export interface Info {
  table_schema: string;
  software: string;
  club: string;
  table: string;
  preset: string;
  /** Address of the screens. */
  web: string | null;
  /** Version of the screens' files: a screen that was loaded with another one loads itself again. */
  ui: string;
  /** What this table has and others may not: `clock`, `delayed`, `evidence`, `home_assistant`, `keys`, `machine`. */
  capabilities: string[];
}

/** `judged`, retained, for referees: what the judge finds while a hand of an assigned game is played. Nobody at the table is helped by it (K-ASSIST-02): `state.findings` says it when the hand is over. */
export interface JudgedMessage {
  boot: string;
  game: string;
  /** Number of the hand in the game, from 0. */
  hand: number;
  findings: FindingView[];
}

/** A line of the journal of which a picture or a clip is kept (docs/evidence.md). */
export interface KeptView {
  line: number;
  ts_ms: number;
  /** Of the event, as in the topic `event`; or `refused`, or `question`. */
  type: string;
  seat: number | null;
  picture: boolean;
  clip: boolean;
}

export type Lamp = "off" | "turn" | "ask_confirm" | "ask_tenpai" | "ask_start" | "attention";

/** The link since the service opened it. */
export interface LinkView {
  sent: number;
  heard: number;
  /** Frames that arrived with a wrong checksum and were dropped. */
  damaged: number;
  /** Commands sent once more. */
  repeated: number;
  /** Lives of the machine that were met: more than one means that it restarted. */
  lives: number;
  /** Round trips of heartbeats; null before the first. */
  median_ms: number | null;
  p99_ms: number | null;
}

export type MachineCode = "none" | "boot" | "unhomed" | "homing" | "ready" | "opening" | "intake" | "closing" | "sorting" | "staged" | "raising" | "presented" | "lowering" | "hold" | "recovering" | "fault" | "estop" | "service";

/** `machine`, retained: how the machine stands in detail, at most once a second. */
export interface MachineReport {
  table_schema: string;
  /** As in `MachineView`; `lost` while it does not answer or must not be moved. */
  state: string;
  /** Number as people write it, such as `E21`. */
  fault: string | null;
  /** Name of the fault. */
  cause: string;
  /** empty, sorting, staged */
  sorter: string;
  /** Set of tiles that lies there, 0 or 1; so the next two. */
  drum_set: number | null;
  row_set: number | null;
  standing_set: number | null;
  /** Axes whose position is known. */
  homed: string[];
  /** Inputs that are asserted. */
  inputs: string[];
  /** The motor supply is on. */
  supply: boolean;
  /** avr, native or python; empty before the machine has identified itself. */
  build: string;
  /** First bytes of the commit, with a plus when it was changed since. */
  firmware: string;
  protocol: string;
  /** Pin map, as a hexadecimal number. */
  pins: string;
  boots: number;
  /** Cause of the last start: power, external, brownout or watchdog. */
  reset: string;
  link: LinkView;
  /** Those of `state` that concern the machine. */
  alerts: Alert[];
  /** A self-test runs. */
  testing: boolean;
  /** Of the last self-test, in its order. */
  tested: PartView[];
  /** What a guided self-test asks for; null while none runs. */
  guide: GuideView | null;
  /** When they were last asked for by `machine.read`; null before. */
  counters: CountersView | null;
  /** The machine's last faults as of then, the newest first. */
  remembered: FaultView[];
}

/** What the screens show of the machine. It is no part of the game: where nothing else has changed, `state` comes again with the same `rev`. */
export interface MachineView {
  state: MachineCode;
  /** 0..1 of what runs. */
  progress: number;
  /** Stable number of a fault, 0 for none. */
  fault: number;
  /** Name of the fault, such as LANE_JAM; empty for none. Its remedy is in the catalogues of the screens. */
  cause: string;
  /** Lane of the fault, 0 to 3; null where it has none. */
  lane: number | null;
  /** The centre is open: hands may push tiles in. */
  hatch_open: boolean;
  /** Stacks of two that each lane has counted while it sorts; without a machine those of the wall before each seat, where three stand whole and the fourth has stood for seconds that is not. */
  stacks: number[];
  /** Where the walls come from without a machine of ours: people, raised or dealt by a bought table. At a table with one `people`: they build them while it cannot. */
  walls: string | null;
  /** What people can do now, the likeliest first, four at most; each but those done by hand is a command `machine.act`. */
  acts: ActView[];
  /** Nothing goes on before somebody does one of them. */
  asks: boolean;
}

export interface MeldView {
  type: "chi" | "pon" | "daiminkan" | "shouminkan" | "ankan";
  /** All three or four, by kind. */
  tiles: string[];
  /** The tile taken from `source`; of a shouminkan the one of its pon; null for an ankan. */
  called: string | null;
  /** The seat it was taken from. */
  source: number | null;
}

/** `mini/{0..3}`, retained: the same in a few bytes, for seven segments and e-paper; 256 at most. */
export interface MiniMessage {
  /** Revision. */
  r: number;
  /** Wind. */
  w: "E" | "S" | "W" | "N";
  /** Dealer. */
  d: 0 | 1;
  /** Score. */
  s: number;
  /** Place. */
  p: number;
  /** Riichi. */
  x: 0 | 1;
  /** Its turn. */
  t: 0 | 1;
}

/** The hand that follows the one that was paid, or the first one. */
export interface NextView {
  wind: "E" | "S" | "W" | "N";
  number: number;
  honba: number;
  dealer: number;
}

/** `panel`: a button of a seat. */
export interface PanelBody {
  seat: number;
  button: Button;
}

/** One line of a self-test. */
export interface PartView {
  /** An axis, such as `LIFT2`, or an input. */
  part: string;
  verdict: "pass" | "fail" | "skipped";
  /** Steps of travel, mA or pulses. */
  measured: number;
  /** Of a guided self-test: how it fails. An input is `stuck_on` that never let go, `stuck_off` that never answered, `unsteady` that changes by itself; an axis is `dead` that does not move, `runaway` that moves by itself, and `blocked` that does not move as far or as freely as it should. */
  how: "" | "works" | "stuck_on" | "stuck_off" | "unsteady" | "dead" | "runaway" | "blocked" | "not_tried";
}

/** Somebody stopped the table; what was in motion came to its safe end. */
export interface Pause {
  by: string;
  reason: string;
  since_ms: number;
  /** The clock is stopped for it, too. */
  clock: boolean;
}

/** `pause`: game and machine wait until `resume`. */
export interface PauseBody {
  reason?: string;
  /** The clock stops, too (K-JUDGE-02). */
  clock?: boolean;
}

/** `penalty`: a row of the penalty table is applied. A reminder that is repeated in the game costs the next fine of the ladder (K-ESC-01). */
export interface PenaltyBody {
  seat: number;
  /** Such as `P-18`. */
  row: string;
  /** The sanction for mitigating circumstances (K-PEN-03). */
  mild?: boolean;
  /** Where the row leaves it to the referee. */
  sanction?: Sanction | null;
  /** Of a fine. */
  points?: number | null;
}

/** A player of `assign`. */
export interface PersonBody {
  /** Of the person in the club. */
  id: number;
  /** To be shown at the table, and nowhere else kept. */
  name: string;
}

export type Phase = "idle" | "collect" | "shuffle" | "raise" | "dice" | "deal" | "play" | "show" | "confirm" | "finished";

/** `player.keep`, `player.forget`: a name in the list of the table's players, which only its house reads. */
export interface PlayerBody {
  name: string;
}

export interface PondTile {
  /** Such as `5m`, `0p` (red five), `7z`; null while it could not be read. */
  tile: string | null;
  /** Riichi was declared with it. */
  sideways: boolean;
  /** Taken by another player; stays in the history, is not in the pond any more. */
  called: boolean;
}

/** `power`: ends the program or switches the computer off, as soon as the machine has come to rest. */
export interface PowerBody {
  what: "restart" | "stop" | "computer_restart" | "computer_off" | "stay";
}

/** `presence/{device}`, retained, from a display: the only thing that displays publish. Its last will is an empty payload. */
export interface Presence {
  /** Which page or device it is, such as `table`, `wall` or `e-paper`. */
  screen: string;
  since_ms?: number | null;
  /** As in `$info`, of the files it was loaded with. */
  ui?: string;
}

/** A doubt of the table that a player or referee can answer. */
export interface Question {
  /** To be named in the command `answer`. */
  id: string;
  /** unread_discard, unseen_discard, unread_meld, unseen_set, unread_dora, unread_ura, unread_hand, refused_event, contradiction; to be put right on the mat rather than answered: dice_differ, unread_dice, too_many_dice, wrong_stick, sticks_differ, hand_count, sets_mixed, opened_hand; what the table waits for and does not see: awaits_dice, awaits_deal, awaits_discard, wall_short, awaits_hand, and after a while enter_result */
  code: string;
  seat: number | null;
  /** Tiles it may be, likeliest first; any tile may be answered. Of `sets_mixed` those of which too many lie there. */
  candidates: string[];
  /** Names of the rules that speak against it (`engine.state.faults`). */
  faults: string[];
  /** Where it lies, in pixels of the picture that `eyes` speaks of. */
  quad: [number, number][] | null;
  /** What the eyes read of the dice or the sticks that it is about; of a hand how many of its tiles are seen and how many there should be. */
  values: number[];
  /** Nobody has answered, and play went on: the tile that counts until somebody does. */
  assumed: string | null;
  /** As of a finding: the picture of the moment at which it was asked. */
  pictures: string[];
}

/** `record/{game}/{hand}`, retained until the club has acknowledged it: a finished hand of an assigned game. It is made of the journal on the table's disk, so an outage or a kill loses nothing. */
export interface RecordMessage {
  boot: string;
  game: string;
  /** 0 is the first of the game. */
  hand: number;
  /** A correction is the same hand with a higher one. */
  rev: number;
  /** A referee took the hand out of the game; what follows is empty then. */
  withdrawn: boolean;
  assignment: string;
  tournament: number;
  assigned_round: number;
  label: string;
  /** By seat. */
  players: number[];
  round: RoundView | null;
  dealer: number | null;
  /** As in `state.result`. */
  reason: string;
  winners: number[];
  /** In riichi, with what each is worth. */
  wins: HandWin[];
  /** Seats that called a tile; null for a hand that does not count. */
  called: number[] | null;
  /** What its result moved, without the riichi deposits. */
  deltas: number[];
  /** After it. */
  scores: number[];
  /** Seats that the rulings of the hand call to account with chombo. */
  offenders: number[];
  /** Seats that showed tenpai at a draw. */
  tenpai: number[];
  /** Seats whose deposit was paid. */
  riichi: number[];
  /** Deposits that stay on the table. */
  sticks: number;
  findings: FindingView[];
  /** Made while it was played. */
  rulings: RulingView[];
  started_ms: number | null;
  ended_ms: number | null;
  /** Its course in lines of mjai, of the tiles only those that were laid open. */
  mjai: string[];
}

export interface RefereeCall {
  /** To be named in `referee.answer`. */
  id: string;
  /** Who called; null where the call came from no seat. */
  seat: number | null;
  by: string;
  since_ms: number;
  /** A referee is on the way. */
  answered: boolean;
}

/** `reply/{device}`: the answer to a command; a repeated command gets the same answer. */
export interface Reply {
  id: string;
  ok: boolean;
  /** `ok`; `duplicate`: the `id` belongs to another command; `stale_rev`: the table has changed; `forbidden`: not this device's to ask; `expired`; `bad_schema`: it is no command; `too_large`; `not_now`; `retained`: it was left on the broker; `fault`: the table was stopped before it answered, and whether it was carried out only `state` shows. */
  code: "ok" | "duplicate" | "stale_rev" | "forbidden" | "expired" | "bad_schema" | "too_large" | "not_now" | "retained" | "fault";
  /** One English sentence for a person. */
  message: string;
  /** Why it is refused, for a sentence in the language of the display ([reasons](#reasons)); empty where it is not. */
  reason: string;
  /** What the sentence of the reason names. */
  values: Record<string, Json>;
  /** Revision of the table at the answer. */
  rev: number;
}

/** `result/{game}`, retained until the club has acknowledged it: an assigned game is over. */
export interface ResultMessage {
  boot: string;
  game: string;
  rev: number;
  /** A correction says that the game goes on. */
  withdrawn: boolean;
  assignment: string;
  tournament: number;
  assigned_round: number;
  label: string;
  players: number[];
  hands: number;
  /** Points at the end, before uma. */
  scores: number[];
  /** Deposits that nobody got. */
  sticks_left: number;
  by_time: boolean;
  standings: Standing[];
  /** All of the game. */
  rulings: RulingView[];
  ended_ms: number | null;
}

/** The previewed (phase `confirm`) or last paid result of a hand; in phase `show` what is known of it. */
export interface ResultView {
  /** win, exhaustive, nagashi, kyuushu_kyuuhai, suufon_renda, suucha_riichi, suukaikan, sanchahou, chombo or redeal. */
  reason: string;
  /** In riichi. */
  wins: WinView[];
  /** In Chinese Classical: the four hands by seat; empty where nobody has won. */
  counted: CountedView[];
  /** In Chinese Classical: payer, receiver and points of the six pairs of seats. */
  transfers: [number, number, number][];
  /** The hand does not count and is played again. */
  again: boolean;
  tenpai: boolean[];
  /** Hands laid open, by seat. */
  shown: (string[] | null)[];
  /** What the result moves in all, by seat; more than zero in sum when sticks are collected. */
  deltas: number[];
  /** Seats that receive chombo. */
  offenders: number[];
  /** Null where the table has seen it itself. */
  entered: EnteredView | null;
  /** Whether the points have moved. */
  paid: boolean;
  /** When a preview counts that nobody disputes, Unix time; null: the seats confirm it. */
  counts_at_ms: number | null;
  /** A preview of a ron: for some seconds others may win on the same tile, and nothing is paid before. */
  others_may_win: boolean;
}

export interface RoundView {
  wind: "E" | "S" | "W" | "N";
  /** 1..4. */
  number: number;
  honba: number;
  /** Riichi sticks on the table. */
  kyotaku: number;
}

/** `ruling`: one event of `engine.state.events` that people decide: penalised, correct, reseated, result_entered, riichi_withdrawn, win_withdrawn (docs/referee.md). */
export interface RulingBody {
  event: Record<string, any>;
  /** The game it is about, refused where the table plays another one. */
  game?: string | null;
  /** `at` and `count` of a `correct` are finished hands of the game instead of events of its log. */
  hands?: boolean;
}

/** What a referee, or all four at the table, ruled against a seat. */
export interface RulingView {
  seat: number;
  sanction: Sanction;
  /** Row of the penalty table. */
  penalty: string;
  /** Of a fine, taken after uma. */
  points: number;
  /** Number of the hand in the game, from 0. */
  hand: number;
  /** All four seats where they have settled it themselves (K-PEN-08), none where a referee has ruled. */
  confirmed: number[];
}

export type Sanction = "reminder" | "dead_hand" | "chombo" | "redeal" | "fine" | "disqualification";

/** `score`, retained: the whole table in a few hundred bytes, for a scoreboard or a line of text in a broadcast. It changes with scores, riichi and hands, and not with every discard. */
export interface ScoreMessage {
  boot: string;
  /** Of the snapshot with which this came. */
  rev: number;
  game: string;
  /** Null before the first hand. */
  round: RoundView | null;
  dealer: number | null;
  hands_played: number;
  /** In play order, by number of the seat. */
  seats: [SeatScore, SeatScore, SeatScore, SeatScore];
}

/** `win.confirm`, `win.dispute`: the answer of a seat to the previewed result. */
export interface SeatBody {
  seat: number;
}

/** `seat/{0..3}`, retained: what one seat is asked for. No concealed tile and no wait is in it. */
export interface SeatMessage {
  boot: string;
  /** Of the snapshot with which this came. */
  rev: number;
  seat: number;
  score: number;
  /** 1..4 if the game ended now; ties share the better one. */
  place: number;
  /** By seat, how many points this seat is ahead of each; its own is 0. */
  diffs: number[];
  wind: "E" | "S" | "W" | "N";
  dealer: boolean;
  riichi: "no" | "declared" | "paid";
  turn: boolean;
  /** `confirm` the result, `reveal` the hand or say noten, or answer a question of the table. */
  asked: "confirm" | "reveal" | "question" | null;
  /** What the lamp of the seat's keys shows. */
  lamp: Lamp;
  /** Buttons that mean something now; whether the word is allowed, the table says when it is given. */
  buttons: Button[];
  /** What was ruled against the seat in this game. */
  penalties: RulingView[];
}

export interface SeatScore {
  name: string;
  wind: "E" | "S" | "W" | "N";
  score: number;
  /** 1..4 if the game ended now; ties share the better one. */
  place: number;
  riichi: boolean;
}

export interface SeatView {
  /** 0..3 in play order; 0 was East in the first hand. */
  seat: number;
  name: string;
  wind: "E" | "S" | "W" | "N";
  /** Points now; deposits on the table are already taken off. */
  score: number;
  /** `declared` until the stick is paid. */
  riichi: "no" | "declared" | "paid";
  /** All discards in their order. */
  pond: PondTile[];
  melds: MeldView[];
  /** How many tiles the seat holds unseen. */
  concealed: number;
  /** The hand was ruled dead: it only draws and discards. */
  dead: boolean;
  /** Chinese Classical: a ready hand is declared. */
  ready: boolean;
  /** Chinese Classical: flowers `1f`..`4f` and seasons `1g`..`4g` laid beside the sets. */
  flowers: string[];
  /** In phase `confirm`: true, false (disputes) or not yet answered. */
  confirmed: boolean | null;
}

export interface SeenTile {
  /** Null for a back. */
  tile: string | null;
  /** Calibrated probability of the reading, 0..1. */
  p: number;
  /** Corners in pixels, from the top left clockwise as the reader of the tile sees it. */
  quad: [number, number][];
}

export interface SeenZone {
  /** hand, meld, wall, pond, stick or centre. */
  zone: string;
  seat: number;
  /** Outline of the zone in image pixels. */
  quad: [number, number][];
  /** Something moves in it: it is not read now. */
  moving: boolean;
  tiles: SeenTile[];
  /** Points of the sticks before a pond; null for one that is not clear, or of no common set. */
  sticks: (number | null)[];
  /** What the dice in the centre show; null for one that is not clear. */
  dice: (number | null)[];
}

/** `machine.selftest`: of one axis or all, or of everything with somebody who acts. */
export interface SelftestBody {
  axis?: string | null;
  /** Every input and every axis, step by step, as `machine.guide` asks; `axis` is left out then. */
  guided?: boolean;
}

/** `referee.answer`: a referee is on the way, or has done what the call was for. */
export interface SettleBody {
  /** Of the call. */
  id: string;
  done?: boolean;
}

/** The players settle a breach themselves once all four agree, the offender too (K-PEN-08). */
export interface SettleRequest {
  by: string;
  /** Whose breach. */
  seat: number;
  /** Of the penalty table. */
  row: string;
  /** dead_hand or chombo. */
  sanction: Sanction;
  /** Number of the hand in the game, from 0. */
  hand: number;
  /** Who has agreed, by seat. */
  agreed: boolean[];
  since_ms: number;
}

export type SightCode = "ok" | "none" | "missing" | "dark" | "covered" | "moved" | "uncalibrated" | "blurred" | "frozen";

/** `seat.sign_in`: somebody holds a card to the seat's display, shows a code, or types a PIN. */
export interface SignInBody {
  seat: number;
  /** `pin:0457`, `card:04a2...` or `link:...` of a code; handed on to the club, kept nowhere. */
  token: string;
}

/** `sign_in`, not retained, for the club's hub only: somebody signs in at a seat. */
export interface SignInMessage {
  boot: string;
  assignment: string;
  seat: number;
  token: string;
}

/** Who has signed in at a seat; `wrong`: that person belongs elsewhere, or nobody knows the token. */
export interface SignView {
  state: "open" | "signed" | "wrong";
  person: number | null;
  /** Where that person belongs: the number on the table. */
  table: string | null;
  /** The seat where that person belongs. */
  place: number | null;
  /** After too many tries: so long, from this answer on, the next one is refused. */
  wait_s: number;
  /** Answers of the club for this seat; two of the same kind are distinguished by it. */
  tries: number;
}

/** `seat.signed`: the club's answer to a sign-in. */
export interface SignedBody {
  seat: number;
  ok: boolean;
  /** Whose token it was; null: nobody's. */
  person?: number | null;
  /** Where that person belongs, by the number on the table, if not here. */
  table?: string | null;
  /** The seat where that person belongs. */
  place?: number | null;
  /** After too many tries: so long the next one is refused whatever it is. */
  wait_s?: number;
}

/** `state`, retained: complete and public. A screen that has seen only this is right. */
export interface Snapshot {
  table_schema: string;
  /** One run of the service. */
  boot: string;
  game: string;
  /** Grows with every change but one of `machine` alone, so that a command's `if_rev` stays true while the machine works. */
  rev: number;
  ts_ms: number;
  phase: Phase;
  /** Name of the rules. */
  preset: string;
  /** The game that is played: riichi or Chinese Classical. */
  rules: "riichi" | "classical";
  /** Null before the first game and in Chinese Classical, whose results nobody enters. */
  enterable: EnterableView | null;
  /** Null before the first hand. */
  round: RoundView | null;
  dealer: number | null;
  /** Whose move it is; null when nobody's or unsure. */
  turn: number | null;
  /** Tiles in the live wall. */
  tiles_left: number | null;
  /** Chinese Classical: loose tiles that lie ready, 0 to 2. */
  loose: number | null;
  /** The last throw of this hand. */
  dice: [number, number] | null;
  /** Null until the dice have fallen. */
  wall: WallView | null;
  /** Indicators, not the dora themselves. */
  dora: string[];
  /** Indicators under them, once turned. */
  ura: string[];
  seats: SeatView[];
  result: ResultView | null;
  /** What a person can answer. */
  questions: Question[];
  /** What the judge found in this hand. */
  findings: FindingView[];
  /** What was ruled in this game, in its order. */
  rulings: RulingView[];
  machine: MachineView;
  sight: SightCode;
  alerts: Alert[];
  /** After the game. */
  standings: Standing[];
  hands_played: number;
  /** Between two hands; null in play and after the last one. */
  next: NextView | null;
  /** Null where the game has no time limit. */
  clock: ClockView | null;
  /** Game and machine wait: nothing on the mat becomes an event meanwhile. */
  paused: Pause | null;
  /** Calls for a referee that are not settled yet. */
  calls: RefereeCall[];
  /** Somebody asks to take the last event of the hand back. */
  undo: UndoRequest | null;
  /** The players are about to settle a breach themselves. */
  settle: SettleRequest | null;
  /** The table has drawn who sits where in this game. */
  drawn: boolean;
}

export interface Standing {
  seat: number;
  place: number;
  score: number;
  /** Result after uma and oka, in thousands; in Chinese Classical what was won, in thousands. */
  points: number;
  /** For the place. */
  uma: number;
  oka: number;
  /** What rulings take after uma, 0 or less. */
  penalty: number;
}

/** `clock.start`: the gong. Again while the clock runs it changes nothing. */
export interface StartBody {
  /** What the hall's clock has left, where the gong reaches the table late; null: all of its time. */
  left_ms?: number | null;
}

/** `$status`, retained; the last will says `online: false` when the service vanishes. */
export interface Status {
  online: boolean;
  boot: string;
  /** `stopped` after an orderly end, `failed` after an error of the program, None while running or lost. */
  reason: string | null;
}

/** `machine.step`: the answer to a step of the guided self-test. `not_now` where the step is over. */
export interface StepBody {
  /** Of `machine.guide`. */
  step: number;
  /** `go`: hands are away, the machine may move (START means the same); `fails`: it was done, and nothing happened; `skip`: this is left out; `stop`: the self-test ends. */
  word: "go" | "fails" | "skip" | "stop";
}

/** `clock.pause`. */
export interface StopBody {
  /** The gong was a mistake: the clock has all of its time again and waits for the next one. */
  recalled?: boolean;
}

/** `tick`, once a second, not retained: the service's main loop is alive and stands at `rev`. */
export interface Tick {
  ts_ms: number;
  rev: number;
  /** Left time of the clock now; null without a time limit. */
  left_ms: number | null;
}

/** `undo`: takes back the last event of the hand. A referee's counts at once; a seat's is a request, and the others agree to it by the same command. A recorded hand only a `ruling` takes back (K-ASSIST-05). */
export interface UndoBody {
  /** Who asks or agrees; null for a referee. */
  seat?: number | null;
  /** As in `state.undo`: agree to this one and to no other. */
  seq?: number | null;
  /** False ends the request. */
  agree?: boolean;
}

/** Takes the last event of the hand back once all four agree, or a referee says so (K-ASSIST-04). */
export interface UndoRequest {
  by: string;
  /** Line of the journal that would be taken back, as in `event`. */
  seq: number;
  /** Its name, as in `event`. */
  type: string;
  /** Whose event it is. */
  seat: number | null;
  /** Who has agreed, by seat. */
  agreed: boolean[];
  since_ms: number;
}

/** Where the dice break the wall (R-WALL-04, R-WALL-05). */
export interface WallView {
  /** Whose wall it is. */
  seat: number;
  /** That stay to the right of the break, as its owner sees it; more than the wall has run on over the wall of the player to the left (R-WALL-07). */
  stacks: number;
}

/** `win`, retained: the result of the last hand, first as it is proposed and then as it was paid; a draw is sent the same way. Empty from the next deal on. For displays that do not read `state.result`. */
export interface WinMessage {
  boot: string;
  game: string;
  /** Of the snapshot with which this came. */
  rev: number;
  /** Number of the hand in the game, from 0. */
  hand: number;
  /** The seats are asked to confirm it; no point has moved. */
  proposed: boolean;
  result: ResultView;
}

export interface WinView {
  seat: number;
  /** Who discarded the tile; the winner itself after a tsumo. */
  source: number;
  /** The concealed part without the winning tile; empty of a win that was entered without tiles. */
  tiles: string[];
  melds: MeldView[];
  /** Empty where there are no tiles. */
  win_tile: string;
  /** Id of the yaku and its han; 13 for each yakuman. Empty of a win that was entered by han and fu. */
  yaku: [string, number][];
  /** Han of indicators and kan dora. */
  dora: number;
  /** Han of red fives. */
  red: number;
  ura: number;
  han: number;
  fu: number;
  /** Parts by name, before rounding. */
  fu_parts: [string, number][];
  /** mangan, haneman, baiman, sanbaiman, yakuman or null. */
  limit: string | null;
  /** How many yakuman; 0 for a counted one. */
  yakuman: number;
  /** Value without honba and sticks. */
  points: number;
  /** What this win moves, by seat. */
  deltas: number[];
  /** The seat that answers for a yakuman under pao (R-PAO); null for none. */
  responsible: number | null;
  /** Tiles of the hand that the eyes read with a probability of less than 0.97: look at them twice. */
  unsure: string[];
  /** As of a finding: the pictures of the declaration and of the hand laid open. */
  pictures: string[];
}

/** What each topic below a table's root carries. */
export interface Topics {
  "$info": Info;
  "$status": Status;
  "state": Snapshot;
  "event": EventMessage;
  "win": WinMessage;
  "clock": ClockView;
  "score": ScoreMessage;
  "tick": Tick;
  "seat/{seat}": SeatMessage;
  "mini/{seat}": MiniMessage;
  "alert/{id}": AlertMessage;
  "eyes": Eyes;
  "machine": MachineReport;
  "health": Health;
  "assigned": AssignedView;
  "judged": JudgedMessage;
  "record/{game}/{hand}": RecordMessage;
  "result/{game}": ResultMessage;
  "sign_in": SignInMessage;
  "reply/{device}": Reply;
  "evidence/{device}": EvidenceMessage;
  "delayed/$status": Status;
  "delayed/state": Snapshot;
  "delayed/event": EventMessage;
  "delayed/win": WinMessage;
  "delayed/clock": ClockView;
  "delayed/score": ScoreMessage;
  "cmd/{device}": Command;
  "cmd": Command;
  "presence/{device}": Presence;
}

/** The body of each command. */
export interface Bodies {
  "win.confirm": SeatBody;
  "win.dispute": SeatBody;
  "panel": PanelBody;
  "answer": AnswerBody;
  "dice.enter": DiceBody;
  "undo": UndoBody;
  "settle": CaseBody;
  "result.enter": EntryBody;
  "ruling": RulingBody;
  "rule": RulingBody;
  "penalty": PenaltyBody;
  "cycle.start": Body;
  "pause": PauseBody;
  "resume": Body;
  "clock.start": StartBody;
  "clock.pause": StopBody;
  "clock.add": AddBody;
  "referee.call": CallBody;
  "referee.answer": SettleBody;
  "sync": Body;
  "machine.selftest": SelftestBody;
  "machine.step": StepBody;
  "machine.read": Body;
  "machine.act": ActBody;
  "game.set": GameBody;
  "game.end": GameEndBody;
  "evening.end": Body;
  "player.keep": PlayerBody;
  "player.forget": PlayerBody;
  "power": PowerBody;
  "assign": AssignBody;
  "assign.end": Body;
  "record.ack": AckBody;
  "record.again": AgainBody;
  "seat.sign_in": SignInBody;
  "seat.signed": SignedBody;
  "evidence.list": EvidenceListBody;
  "evidence.get": EvidenceGetBody;
}
