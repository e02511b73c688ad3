// The account of this device. The link that signs it in carries the secret in its fragment, which a browser
// sends to no server; it is kept here and taken out of the address, so that no history and no picture of the
// screen shows it.

const KEY = "jantaku.account";
const FRAGMENT = "#key=";

function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // storage is forbidden: the link must be opened each time
  }
}

/** `{device, secret}`, or null for a device that has none; `?device=` chooses where a browser has several. */
export function account() {
  const address = new URL(location.href);
  const device = address.searchParams.get("device") ?? kept(KEY);
  if (!device) return null;
  const given = address.hash.startsWith(FRAGMENT) ? address.hash.slice(FRAGMENT.length) : "";
  if (given) {
    address.hash = "";
    history.replaceState(history.state, "", address);
    try {
      localStorage.setItem(`${KEY}.${device}`, given);
      localStorage.setItem(KEY, device);
    } catch {
      // as above
    }
  }
  const secret = given || kept(`${KEY}.${device}`);
  return secret ? { device, secret } : null;
}
