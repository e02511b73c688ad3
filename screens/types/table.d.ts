// What the web server of a table answers, as types for the scripts of its pages. Written by
// `python -m controller.web.js_types` from the models of the answers; a test keeps it in step.

import type { GameBody, Json, ResultView, RoundView, Snapshot, Standing } from "./contract";

/** The mean of `count` amounts is `total / count`. */
export interface Average {
  total: number;
  count: number;
}

/** What is to be tried; `current` is the calibration in use, with other tiles. Without `field_mm` the markers on the rim give the width; without `tile_mm`, `centre_mm` and `rim_mm` they stay as they are. */
export interface CalibrateAsked {
  by: "markers" | "corners" | "current";
  corners: [number, number][];
  field_mm: number | null;
  marker_mm: number;
  rim_mm: number | null;
  tile_mm: number | null;
  centre_mm: number | null;
  /** The lens's horizontal field of view in degrees. */
  fov: number | null;
}

/** Why something is refused, or what would make it better: a code for the languages, its values, and the English sentence. */
export interface CalibrateHint {
  code: string;
  values: Record<string, Json>;
  message: string;
}

/** A marker that the picture shows. */
export interface CalibrateMarker {
  id: number;
  quad: [number, number][];
}

/** `/calibrate/now.json`: what the camera sees now, and the calibration in use. `sight` is `ok`, `missing`, `dark`, `covered`, `blurred`, `frozen`, `moved`, or `uncalibrated`. `refused`: why nothing may be calibrated now, and then no picture is given. */
export interface CalibrateNow {
  sight: string;
  refused: CalibrateHint | null;
  width: number;
  height: number;
  /** 0 to 255. */
  brightness: number;
  /** How wide sharp edges are. */
  edge_mm: number | null;
  markers: CalibrateMarker[];
  hints: CalibrateHint[];
  /** Where dragging begins: the corners of the calibration in use, or a square inside the picture. */
  corners: [number, number][];
  current: Calibrated | null;
  /** Seats whose standing hands are blacked out in the picture. */
  hidden: number[];
  /** Whether what is saved is on the disk: a virtual table without `camera.calibration` keeps nothing. */
  kept: boolean;
}

/** `/calibrate/save`. */
export interface CalibrateSaved {
  refused: CalibrateHint | null;
}

/** `/calibrate/tiles`: how long the tiles on the mat are, or why they cannot be measured. */
export interface CalibrateTiles {
  tile_mm: number | null;
  refused: CalibrateHint | null;
}

/** `/calibrate/try`: what would be saved under `id`, or why there is nothing. */
export interface CalibrateTried {
  id: string;
  found: Calibrated | null;
  refused: CalibrateHint | null;
}

/** A zone of a seat in the picture. */
export interface CalibrateZone {
  zone: string;
  seat: number;
  quad: [number, number][];
}

/** A calibration: the one in use, or one that was tried. `by` what it was made. `error_mm` is how far markers lie from their places, or how straight the edges are; `worst_mm` the worst corner of a marker. `grade` of it all. `corners` are those of the field in pixels, from seat 0's left on. */
export interface Calibrated {
  by: "markers" | "edges" | "corners";
  error_mm: number;
  worst_mm: number | null;
  grade: "good" | "fair" | "poor";
  field_mm: number;
  marker_mm: number;
  /** How high the rim stands above the cloth. */
  rim_mm: number;
  tile_mm: number;
  centre_mm: number;
  /** Pixels of a tile's length where the camera sees it smallest. */
  tile_px: number;
  /** Of the camera above the mat. */
  height_mm: number;
  corners: [number, number][];
  zones: CalibrateZone[];
  hints: CalibrateHint[];
}

/** ok: it has begun, and `/care.json` says how it goes. */
export interface CareAnswer {
  code: "ok" | "forbidden" | "hand" | "round" | "busy" | "no_stick" | "not_here" | "not_allowed" | "bad" | "no_index";
}

/** Sent to `/care`. A backup has a `place`, a restore its `file`, too; an update has its origin there. */
export interface CareAsk {
  what: "look" | "backup" | "restore" | "foreign" | "reset" | "forget" | "update" | "back";
  place: "stick" | "here" | "network" | null;
  file: string | null;
}

/** `/care.json`, for the house. */
export interface CareView {
  /** This computer is an appliance, which can be asked all of it; else the shell does it. */
  here: boolean;
  /** A stick for backups is plugged in. */
  stick: boolean;
  last: LastBackup | null;
  /** That runs. */
  version: string;
  /** The version that lies beside it, to which it may be taken back. */
  before: string | null;
  /** An address of releases is set. */
  network: boolean;
  /** What the last look into the network has found. */
  offer: Offer | null;
  /** Per cent of it that are fetched. */
  fetched: number;
  /** What is done now, or the last thing that was. */
  progress: Progress | null;
  now_ms: number;
}

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

/** `/history/<game>/evening.json`. */
export interface Evening {
  /** The earliest first. */
  games: string[];
  /** The best result first; a name is a person. */
  players: PlayerFigures[];
}

/** A test of dice or shuffle over all games that the table has kept. */
export interface EvennessView {
  name: string;
  verdict: "few" | "even" | "suspicious";
  observed: number;
  /** How likely something as uneven is where all is even; null with too few observations. */
  p: number | null;
}

/** `/machine/fairness.json`. */
export interface FairnessView {
  games: number;
  tests: EvennessView[];
}

/** A backup that can be restored here. */
export interface FoundBackup {
  /** What is saved in it; where a hub is beside a table both can be restored. */
  of: "table" | "hub";
  place: "stick" | "here";
  file: string;
  computer: string;
  /** It is this computer's own. */
  own: boolean;
  at_ms: number;
  version: string;
  /** With accounts and passwords. */
  whole: boolean;
  size: number;
}

/** One event and what it changes in the snapshot, as JSON Patch (RFC 6902). */
export interface Frame {
  /** When it was accepted; null for one that came in by a correction. */
  at_ms: number | null;
  type: string;
  /** As in the topic `event`. */
  data: Record<string, any>;
  changes: Record<string, any>[];
  /** After a discard of a hand that was laid open in the end, where it is certain what it held. */
  ukeire: Ukeire | null;
}

/** `/history.json`: games, the newest first. */
export interface GameList {
  games: (PlayedGame | Unreadable)[];
  /** The last game of this answer where older ones follow: ask with `?before=` it. */
  more: string | null;
}

/** `/history/<game>/summary.json`. */
export interface GameSummary {
  hands: HandLine[];
  /** By seat. */
  players: PlayerFigures[];
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

/** A finished hand in the summary of its game. */
export interface HandLine {
  wins: WonHand[];
  riichi: number[];
  /** After it. */
  scores: number[];
  /** `lead`: from now on another player leads. `swing`: no hand of the game gave more to one player. */
  turning: ("lead" | "swing")[];
}

/** `/referee.json`. */
export interface HandLog {
  game: string;
  /** Of the hand in play, or the last one. */
  log: LogLine[];
  /** Empty in Chinese Classical, whose rules name none. */
  penalties: PenaltyRow[];
}

/** `/hand/read`: a photograph, and the hand that it is taken for. Numbers are places in `seen`. */
export interface HandReading {
  seen: ReadTile[];
  /** The concealed tiles from their left, without the winning one where that is known. */
  hand: number[];
  win: number | null;
  sets: ReadSet[];
  /** The tiles of each set from its left. */
  set_tiles: number[][];
  /** Extra tiles, which riichi has not. */
  flowers: number;
  ms: number;
}

/** A line of the reasons: what it says, as in `Explanation` of the engine. */
export interface HandReason {
  topic: string;
  text: string;
}

/** A finished hand: the snapshot at its beginning, and every event in its order. */
export interface HandRecord {
  game: string;
  /** 0 is the first of the game. */
  hand: number;
  hands: number;
  first: Snapshot;
  frames: Frame[];
}

/** Why a picture or a question is not answered; the page says it by the code. */
export interface HandRefusal {
  code: string;
  message: string;
}

/** `/hand/value`. Where the hand is no win, `faults` has why as codes, and `reasons` in the asked language where it is a hand at all. */
export interface HandWorth {
  ok: boolean;
  faults: string[];
  reasons: HandReason[];
  yaku: [string, number][];
  han: number;
  fu: number;
  dora: number;
  red: number;
  ura: number;
  yakuman: number;
  limit: string | null;
  points: number;
  fu_parts: [string, number][];
}

/** `/host.json`, for the house. */
export interface HostView {
  /** The players that the table remembers. */
  names: string[];
  /** That is played, as `state.game`; empty while none is known. */
  game: string;
  /** The table's own rules. */
  usual: RulesView;
  usual_players: string[];
  /** Of the game on the table. */
  played: RulesView | null;
  /** Who plays the games after it and by which rules; null: the table's own. */
  next: GameBody | null;
  /** That can be played here. */
  presets: string[];
  /** What `power` may do here. */
  power: string[];
  machine: boolean;
}

/** When the last backup was made, in milliseconds since 1970, and its file. */
export interface LastBackup {
  at_ms: number;
  file: string;
}

/** An event of the hand that counts now. */
export interface LogLine {
  /** Its number in the game's log, as a `correct` names it. */
  at: number;
  type: string;
  /** As in the topic `event`. */
  data: Record<string, any>;
}

export type MeldType = "chi" | "pon" | "daiminkan" | "shouminkan" | "ankan";

/** What was found at the last look: a version that is later than this one, or empty, and its bytes. `code` says why a look failed; empty: it did not. */
export interface Offer {
  looked_at_ms: number;
  version: string;
  size: number;
  code: "other" | "hand" | "busy" | "no_stick" | "stick_unread" | "full" | "read_only" | "worn" | "unkept" | "damaged" | "broken_data" | "foreign" | "newer" | "gone" | "empty" | "not_up" | "no_key" | "unsigned" | "stranger" | "no_release" | "other_kind" | "older" | "same" | "no_room" | "not_installed" | "no_earlier" | "no_versions" | "no_backup" | "no_minisign" | "no_index" | "network" | "interrupted" | "";
  message: string;
}

/** `/host/options/{preset}.json`. */
export interface OptionList {
  options: OptionView[];
}

/** An option that may be played otherwise: its `choices` where they are listed, else `bounds` by its `type`. */
export interface OptionView {
  id: string;
  type: string;
  choices: Json[];
  bounds: Record<string, Json>;
  /** In the preset. */
  value: Json;
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

/** The answer to a telephone about the code that it has read. `ok`: it may have this seat; `yours`: it has it already; `taken`: another one has used the code; `over`: the table does not show it any more. Of a code that it has claimed: its account and the page to open. */
export interface PhoneClaim {
  code: "ok" | "yours" | "taken" | "over" | "elsewhere" | "bad" | "large" | "disk";
  seat: number;
  name: string;
  page: string;
  device: string;
  key: string;
  message: string;
}

/** The place of one seat. */
export interface PhoneSeat {
  seat: number;
  /** Of who sits there; empty where the table knows nobody. */
  name: string;
  /** The picture of its code, as the address of an image; null where telephones are. */
  code: string | null;
  /** The accounts of the telephones at this seat. */
  phones: string[];
}

/** `far` is the address of the pages for telephones. `elsewhere`: the club keeps the accounts. `here_only`: telephones do not reach the table; where `setup` is true, the set-up changes that. */
export interface PhonesView {
  code: "ok" | "here_only" | "elsewhere" | "forbidden" | "bad" | "large" | "disk";
  far: string | null;
  seats: PhoneSeat[];
  setup: boolean;
  message: string;
}

/** `/machine/plan.json`: the machine from above, in a square of 200 by 200 around 0, 0. */
export interface PlanView {
  /** In the order in which they are drawn. */
  shapes: ShapeView[];
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

/** What a player did. Hands that count as not played are left out (R-CHOMBO-05). */
export interface PlayerFigures {
  name: string;
  /** The sum of the results of the finished games after uma and oka, in thousands. */
  result: number;
  hands: number;
  win: Share;
  /** Of the wins. */
  tsumo: Share;
  deal_in: Share;
  riichi: Share;
  riichi_won: Share;
  riichi_dealt_in: Share;
  called: Share;
  /** Of the exhaustive draws. */
  tenpai: Share;
  win_points: Average;
  deal_in_points: Average;
  /** Of the finished games. */
  mean_place: Average;
}

/** What is done at the computer, or became of it. `code` is empty until it has ended, `message` says a failure in English, `detail` is the file, version or computer that it is about. */
export interface Progress {
  what: "look" | "backup" | "restore" | "reset" | "forget" | "update" | "back";
  at_ms: number;
  step: "" | "reading" | "saving" | "stopping" | "starting" | "waiting" | "fetching" | "installing" | "trying";
  code: "other" | "hand" | "busy" | "no_stick" | "stick_unread" | "full" | "read_only" | "worn" | "unkept" | "damaged" | "broken_data" | "foreign" | "newer" | "gone" | "empty" | "not_up" | "no_key" | "unsigned" | "stranger" | "no_release" | "other_kind" | "older" | "same" | "no_room" | "not_installed" | "no_earlier" | "no_versions" | "no_backup" | "no_minisign" | "no_index" | "network" | "interrupted" | "" | "done" | "newest";
  message: string;
  detail: string;
  /** Of `look`. */
  backups: FoundBackup[];
  unread: UnreadBackup[];
  /** Of `look`: the newer version that lies on the stick. */
  release: string;
}

/** A set beside the hand. */
export interface ReadSet {
  type: MeldType;
  tiles: string[];
}

/** A tile of the photograph. */
export interface ReadTile {
  /** None is a back. */
  tile: string | null;
  /** From its top left clockwise, in shares of the picture's width and height. */
  quad: number[][];
  sure: boolean;
  /** What it may be instead, the likeliest first. */
  others: string[];
}

/** An option whose value is another one than the table's own rules give it. */
export interface RuleChange {
  option: string;
  value: Json;
  usual: Json;
}

/** `/host/rules`: what rules are chosen. Where they cannot be played, `reason` and `values` say why, as in a `Reply`. */
export interface RulesView {
  ok: boolean;
  preset: string;
  /** What differs from the preset. */
  options: Record<string, Json>;
  /** It is another game than the table's own, such as Chinese Classical: nothing compares. */
  other_game: boolean;
  /** What differs from the table's own rules. */
  changes: RuleChange[];
  code: string;
  message: string;
  reason: string;
  values: Record<string, Json>;
}

/** What would make a picture better: a code for the languages, its values, and the English sentence. */
export interface SetupAdvice {
  code: string;
  values: Record<string, Json>;
  message: string;
}

/** Sent to `/setup/apply`. `anyway`: also in the middle of a hand. */
export interface SetupApply {
  anyway: boolean;
}

/** Sent to `/setup/look`. */
export interface SetupAsk {
  kind: "v4l2" | "picamera" | "rtsp" | "file";
  source: string;
  exposure_ms: number | null;
}

/** Sent to `/setup/back`: an earlier version is to hold again. */
export interface SetupBack {
  revision: string;
  number: number;
}

/** A camera as `camera.kind` and `camera.source` name it. */
export interface SetupCamera {
  kind: "v4l2" | "picamera";
  source: string;
  name: string;
}

/** Sent to `/setup/change`: keys with their new values; null takes one out of the file. With `anew` nothing that stood in the file stays. */
export interface SetupChange {
  revision: string;
  changes: Record<string, Json>;
  anew: boolean;
}

/** The time of day of the table's computer: `trouble` says what is wrong with it. */
export interface SetupClock {
  now_ms: number;
  zone: string;
  trouble: "clock_early" | "clock_jumped" | null;
}

/** It is written, or the table begins again; `port` is that of this page then, where it is another one. */
export interface SetupDone {
  code: "ok";
  revision: string;
  port: number | null;
}

/** What became of new firmware for the machine: `firmware` is the one that greets now, `message` says in English why it does not. `port`, `held`, `denied` and `cable` are those of `machine_lost_...`. */
export interface SetupFlashed {
  code: "flashed" | "failed" | "busy" | "silent" | "cut" | "back" | "wiring" | "board" | "port" | "held" | "denied" | "cable";
  firmware: string;
  message: string;
}

/** `/setup/form.json`: every key of the configuration. */
export interface SetupForm {
  /** Another one: the table has begun again. */
  boot: string;
  /** False: the table cannot begin, and `stopped` says why. */
  running: boolean;
  stopped: string | null;
  /** A hand is played. */
  in_hand: boolean;
  /** Of the file; a change names the one that it is made to. */
  revision: string;
  path: string;
  exists: boolean;
  /** It is another one than the table has begun with. */
  pending: boolean;
  /** Why the file cannot be used as it is. */
  trouble: SetupRefusal | null;
  keys: SetupKey[];
  options: SetupOption[];
  settings: SetupSetting[];
  /** Keys in the file that no table knows. */
  unknown: string[];
  /** This page as other computers reach it; null: they do not. */
  far: string | null;
  clock: SetupClock;
  /** The machine has firmware that can be exchanged. */
  board: boolean;
  /** Since the program began; null: nobody asked for it. */
  flashed: SetupFlashed | null;
}

/** `/setup/found.json`: what is connected to the table's computer, and the tile sets that were taught. */
export interface SetupFound {
  cameras: SetupCamera[];
  ports: SetupPort[];
  sets: string[];
}

/** Sent to `/setup/wifi`; an open network has an empty password. */
export interface SetupJoin {
  name: string;
  password: string;
}

/** One key of the configuration. */
export interface SetupKey {
  /** With its section, as in the file: `camera.fps`. */
  name: string;
  section: string;
  kind: "choice" | "switch" | "number" | "text" | "list" | "rules" | "settings";
  /** It may be left out, which has a meaning of its own. */
  optional: boolean;
  choices: (string | number)[];
  /** Of the choices, in the language that was asked for; empty where they have none. */
  titles: string[];
  low: number | null;
  high: number | null;
  /** `low` itself is not allowed. */
  above: boolean;
  /** Numbers without a fraction. */
  whole: boolean;
  /** So many things stand in a list. */
  count: number | null;
  /** Its value is never sent. */
  secret: boolean;
  default: Json;
  /** It stands in the file. */
  given: boolean;
  /** What the file says, else the default; null of a secret. */
  value: Json;
  /** The command line or the club's file says otherwise, which counts before the file. */
  fixed: boolean;
  /** What counts. */
  now: Json;
}

/** `/setup/look`: a picture of a camera, as a data URL, and what would make it better. */
export interface SetupLook {
  picture: string;
  width: number;
  height: number;
  advice: SetupAdvice[];
}

/** A Wi-Fi network that is seen. `signal` is its strength in per cent; `kind` says what it asks for: no password, one (psk, sae), or what cannot be given here. */
export interface SetupNetwork {
  name: string;
  signal: number;
  joined: boolean;
  kind: "open" | "psk" | "sae" | "other";
}

/** A rule option, with its name in the language that was asked for. `value` is what the preset says, `chosen` what the file says instead; null: nothing. `several`: its value has parts, or it is a number or a word, and its `type` says how it is entered, as in `OptionView` of the host's page. */
export interface SetupOption {
  id: string;
  title: string;
  kind: "choice" | "switch" | "number" | "several";
  type: string;
  choices: (string | number | boolean)[];
  low: number | null;
  step: number | null;
  value: Json;
  chosen: Json;
}

/** A port as `machine.port` names it. */
export interface SetupPort {
  port: string;
  name: string;
}

/** `key` is the key of the configuration that is to be corrected, empty where no single one is; `message` says the same in English. */
export interface SetupRefusal {
  code: "value" | "unknown" | "missing" | "pair" | "walls" | "no_camera" | "unfit" | "rules" | "port" | "look" | "masked" | "fixed" | "form" | "toml" | "file" | "changed" | "gone" | "hand" | "no_camera_here" | "busy" | "forbidden" | "bad" | "large" | "zone" | "network_time" | "no_clock" | "wifi_none" | "wifi_no_radio" | "wifi_off" | "wifi_gone" | "wifi_password" | "wifi_address" | "wifi_slow" | "wifi_not_allowed" | "wifi_kind" | "wifi_failed" | "wifi_busy" | "no_board" | "playing" | "other";
  key: string;
  message: string;
}

/** A setting of the machine's firmware. `chosen`: what the file says; null: nothing. */
export interface SetupSetting {
  name: string;
  unit: string;
  default: number;
  low: number;
  high: number;
  chosen: number | null;
}

/** `/setup/time.json`: what of the clock may be set from here. `there`: systemd's timedated answers. */
export interface SetupTime {
  there: boolean;
  /** The time zone may be set. */
  zone: boolean;
  /** The time may be set, where the network does not set it. */
  time: boolean;
  /** The network sets the clock; null: nobody knows. */
  network: boolean | null;
  /** That may be switched on and off. */
  switches: boolean;
  /** The clock was set by the network. */
  synchronised: boolean;
}

/** Sent to `/setup/time`: what is to be set. `at_ms` are milliseconds since 1970. */
export interface SetupTimeChange {
  zone: string | null;
  network: boolean | null;
  at_ms: number | null;
}

/** An earlier content of the file. `at_ms`: until when it held, in milliseconds since 1970. `keys` differ from what followed it. */
export interface SetupVersion {
  number: number;
  at_ms: number;
  keys: string[];
}

/** `/setup/versions.json`: the newest first. */
export interface SetupVersions {
  versions: SetupVersion[];
}

/** `/setup/wifi.json`: `stands` says why there is no Wi-Fi; `may`: the table may join a network. */
export interface SetupWifi {
  stands: "value" | "unknown" | "missing" | "pair" | "walls" | "no_camera" | "unfit" | "rules" | "port" | "look" | "masked" | "fixed" | "form" | "toml" | "file" | "changed" | "gone" | "hand" | "no_camera_here" | "busy" | "forbidden" | "bad" | "large" | "zone" | "network_time" | "no_clock" | "wifi_none" | "wifi_no_radio" | "wifi_off" | "wifi_gone" | "wifi_password" | "wifi_address" | "wifi_slow" | "wifi_not_allowed" | "wifi_kind" | "wifi_failed" | "wifi_busy" | "no_board" | "playing" | "other" | null;
  may: boolean;
  networks: SetupNetwork[];
}

/** A part of the drawing. */
export interface ShapeView {
  /** What a step calls it (`GuideView.place`). */
  place: string;
  lane: number | null;
  kind: "box" | "round";
  /** Of the middle. */
  x: number;
  y: number;
  wide: number;
  high: number;
}

/** A share: `count` of `of`. */
export interface Share {
  count: number;
  of: number;
}

/** `/teach/hand.json`: the hand that is to be laid, what was read, and what of it lacks. */
export interface TeachHand {
  refused: CalibrateHint | null;
  wanted: string[];
  read: TeachRead[];
  lacking: string[];
  right: boolean;
}

/** Sent to `/teach/learn`: two looks make a set. */
export interface TeachLearn {
  name: string;
  looks: TeachSeen[];
}

/** `/teach/learning.json`: what the hands have taught. `on`: the owner agrees to it; `hands` are kept, of the faces `lacking` too few were seen, `few`: too few tiles are held back to judge by; `busy`: it works; `used`: the table reads with what was learnt. */
export interface TeachLearning {
  on: boolean;
  hands: number;
  lacking: string[];
  few: boolean;
  busy: boolean;
  used: boolean;
  last: TeachTold | null;
}

/** How many of `count` tiles were read right before and `then`; kept where nothing is `refused`. */
export interface TeachLearnt {
  refused: CalibrateHint | null;
  right: number;
  then: number;
  count: number;
}

/** Sent to `/teach/look`. `after` is the first look, where this is the second. */
export interface TeachLook {
  after: string;
}

/** A look that is kept under `id`, empty where it is not; `picture` is a data URL. */
export interface TeachLooked {
  refused: CalibrateHint | null;
  width: number;
  height: number;
  places: TeachPlace[];
  tiles: TeachTile[];
  id: string;
  picture: string;
}

/** `/teach/now.json`: what lies on the mat, and where it belongs. `refused`: why nothing is seen, and with tiles: why the rows are not those of a set. */
export interface TeachNow {
  refused: CalibrateHint | null;
  width: number;
  height: number;
  places: TeachPlace[];
  tiles: TeachTile[];
}

/** Sent to `/teach/learning`: learn from the hands that are kept, or forget them and what they taught. */
export interface TeachOrder {
  do: "learn" | "forget";
}

/** Where a tile of the set belongs, in pixels. */
export interface TeachPlace {
  face: string;
  quad: [number, number][];
}

/** A tile of the row that was read: whether the hand has it. */
export interface TeachRead {
  face: string;
  right: boolean;
}

/** A look by its `id`, with what each of its tiles is, in their order. */
export interface TeachSeen {
  id: string;
  faces: string[];
}

/** A tile that lies on the mat. `read` is what the table reads now, empty where it sees no tile in it; `meant` what it is by the rows, else what was read; `sure` are the odds of what was read. */
export interface TeachTile {
  quad: [number, number][];
  read: string;
  meant: string;
  sure: number;
}

/** How tiles of hands that were held back were read before and `then`, of `count`; `kept`: the table reads so since `at_ms` (Unix time), else it went on as before. */
export interface TeachTold {
  at_ms: number;
  right: number;
  then: number;
  count: number;
  kept: boolean;
}

/** What a hand lacks after a discard. */
export interface Ukeire {
  /** 0 is tenpai. */
  shanten: number;
  /** Faces that bring it nearer, each with the copies that its player could not see; in tenpai the waits. */
  tiles: [string, number][];
}

/** A file that is one, or is called so, and cannot be restored here. `newer`: of a newer version; `name`: its name fits into no wish. */
export interface UnreadBackup {
  place: "stick" | "here";
  file: string;
  why: "newer" | "name" | "damaged";
}

/** A journal that cannot be read, in the place of its game. */
export interface Unreadable {
  id: string;
  error: string;
}

/** A win and what it was worth; han, fu and yaku are those of riichi. */
export interface WonHand {
  seat: number;
  /** Who discarded the tile; the winner itself after a tsumo. */
  source: number;
  /** Without honba and sticks. */
  points: number;
  /** Id and han; none where the result was entered by han and fu. */
  yaku: [string, number][];
  han: number;
  fu: number;
  /** How many; 0 for a counted one. */
  yakuman: number;
  limit: string | null;
  /** With red fives and ura dora. */
  dora: number;
}

/** `/entry/value`: of the hand, or why it is none. */
export interface Worth {
  ok: boolean;
  /** Codes of what is wrong with the hand or the question. */
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
