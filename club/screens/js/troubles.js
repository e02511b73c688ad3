// What somebody should see to at a table, in the words of the page.

import { has, t } from "../common/js/i18n.js";

/** By the code of the club or of the table; a trouble without words only says that there is one. */
export function troubleOf(code) {
  const known = [`trouble.${code}`, `alert.${code}`, `sight.${code.replace("camera_", "")}`].find(has);
  return t(known ?? "desk.lamp.alert");
}
