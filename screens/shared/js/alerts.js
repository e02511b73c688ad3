// What a person should know about the link, the camera, the machine and the table, in words.

import { age, has, language, t } from "./i18n.js";
import { whyNot } from "./refused.js";
/** @import { Alert, MachineView, Snapshot } from "../../types/contract" */

/** What is said of a table, and how well it is received.
    @typedef {{ state: Snapshot | null, trouble(): { code: string, age: number } | null }} Linked */

/** The one sentence on the link, or null while all is well. @param {Pick<Linked, "trouble">} link */
export function troubleText(link) {
  const trouble = link.trouble();
  return trouble && t(`ui.${trouble.code}`, { age: age(trouble.age) });
}

const WARNING = "machine_warning_";

/** @param {MachineView} machine */
const faultText = ({ fault, lane }) =>
  t(lane === null ? "machine.fault_only" : "machine.fault_lane", { fault: `E${fault.toString(16).toUpperCase().padStart(2, "0")}`, lane: (lane ?? 0) + 1 });

/** The table's own English sentence, or the catalogue's with the fault's number and place.
    @param {Alert} alert @param {MachineView} machine */
function alertText({ code, message, reason, values }, machine) {
  if (reason) return whyNot({ code, reason, values });
  if (language() === "en") return message;
  const warned = code.startsWith(WARNING) ? `remedy.${code.slice(WARNING.length)}` : "";
  if (has(warned)) return t(warned, { lane: (machine.lane ?? 0) + 1 });
  if (!has(`alert.${code}`)) return t("hall.alert");
  if (code === "machine_fault" && machine.cause) {
    return `${t(`remedy.${machine.cause}`, { lane: (machine.lane ?? 0) + 1 })} (${faultText(machine)})`;
  }
  return t(`alert.${code}`) + (code.startsWith("machine_") && machine.fault ? ` (${faultText(machine)})` : "");
}

/** Where what is wrong can be put right. @typedef {{ href: string, name: string }} Page */
/** `page`: its key in the catalogue is `name`. @typedef {{ kind: string, text: string, page?: Page }} Notice */

const CALIBRATE = { href: "calibrate.html", name: "calibrate.title" };
const MACHINE = { href: "setup.html#machine", name: "ui.setup" };
const UNPLACED = ["moved", "uncalibrated"];
/** Where an alert is put right. @type {Record<string, Page>} */
const PAGES = {
  camera_cut: CALIBRATE,
  mended_calibration_lost: CALIBRATE,
  ...Object.fromEntries(["port", "stranger", "release", "messages", "wiring", "empty"].map((trouble) => [`machine_lost_${trouble}`, MACHINE])),
};

/** Everything a person should know now, most pressing first. @param {Linked} link @returns {Notice[]} */
export function notices(link) {
  /** @type {Notice[]} */
  const out = [];
  const trouble = troubleText(link);
  if (trouble) out.push({ kind: "link", text: trouble });
  const state = link.state;
  if (!state) return out;
  if (!["ok", "none"].includes(state.sight)) {
    out.push({ kind: "sight", text: t(`sight.${state.sight}`), ...(UNPLACED.includes(state.sight) && { page: CALIBRATE }) });
  }
  const own = state.alerts.filter((alert) => !(alert.code.startsWith("camera_") && state.sight !== "ok"));
  // People build the walls: what is wrong with the machine is for who looks after it.
  const unneeded = state.machine.state !== "none" && (state.machine.walls ?? null) !== null;
  for (const alert of own) {
    const ours = alert.code.startsWith("machine_");
    const kind = alert.code.startsWith(WARNING) || (ours && unneeded) ? "service" : ours ? "machine" : "alert";
    const page = PAGES[alert.code];
    out.push({ kind, text: alertText(alert, state.machine), ...(page && { page }) });
  }
  if (state.machine.fault && !unneeded && !out.some((n) => n.kind === "machine")) {
    out.push({ kind: "machine", text: `${t(`machine.${state.machine.state}`)} · ${faultText(state.machine)}` });
  }
  return out;
}

/** What the players should know: that a wheel wants cleaning soon is for who looks after the machine. @param {Linked} link */
export const pressing = (link) => notices(link).filter(({ kind }) => kind !== "service");
