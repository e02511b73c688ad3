// JSON Patch (RFC 6902), as far as the history of hands needs it: `add`, `replace`, `remove`.

/** @typedef {{ op: "add" | "replace" | "remove", path: string, value?: any }} Operation */

/** @param {string} text */
const part = (text) => text.replaceAll("~1", "/").replaceAll("~0", "~");

/** The document after one operation; what it does not touch is shared with the one before.
    @param {any} document @param {Operation} operation */
function applied(document, { op, path, value }) {
  /** @param {any} node @param {string[]} names @returns {any} */
  const change = (node, [name, ...rest]) => {
    if (name === undefined) return value;
    const copy = Array.isArray(node) ? [...node] : { ...node };
    if (rest.length) copy[name] = change(node[name], rest);
    else if (op === "remove" && Array.isArray(copy)) copy.splice(Number(name), 1);
    else if (op === "remove") delete copy[name];
    else if (name === "-") copy.push(value);
    else if (op === "add" && Array.isArray(copy)) copy.splice(Number(name), 0, value);
    else copy[name] = value;
    return copy;
  };
  return change(document, path.split("/").slice(1).map(part));
}

/** @type {(document: any, operations: Operation[]) => any} */
export const patched = (document, operations) => operations.reduce(applied, document);
