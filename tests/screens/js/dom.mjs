// As much of a document as Preact needs to draw, so that what a module draws is read without a browser.

import { html, render } from "../../../screens/shared/vendor/preact.js";

class Node {
  childNodes = [];
  parentNode = null;

  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  get nextSibling() {
    const row = this.parentNode?.childNodes ?? [];
    return row[row.indexOf(this) + 1] ?? null;
  }

  insertBefore(node, before) {
    node.parentNode?.removeChild(node);
    node.parentNode = this;
    const at = before ? this.childNodes.indexOf(before) : -1;
    this.childNodes.splice(at < 0 ? this.childNodes.length : at, 0, node);
    return node;
  }

  appendChild(node) {
    return this.insertBefore(node, null);
  }

  removeChild(node) {
    this.childNodes.splice(this.childNodes.indexOf(node), 1);
    node.parentNode = null;
    return node;
  }
}

class Text extends Node {
  nodeType = 3;
  localName = null;

  constructor(data) {
    super();
    this.data = data;
  }

  get text() {
    return String(this.data);
  }
}

class Element extends Node {
  nodeType = 1;
  attributes = {};
  style = {};
  handlers = {};
  onchange = null;
  oninput = null;
  onsubmit = null;

  constructor(localName) {
    super();
    this.localName = localName;
  }

  setAttribute(name, value) {
    this.attributes[name] = String(value);
  }

  removeAttribute(name) {
    delete this.attributes[name];
  }

  addEventListener(name, handler) {
    this.handlers[name] = handler;
  }

  /** Everything within that has an attribute, in its order. */
  having(name) {
    return this.childNodes.flatMap((node) => [...(node.attributes && name in node.attributes ? [node] : []), ...(node.having?.(name) ?? [])]);
  }

  /** Everything within of a tag. */
  tags(name) {
    return this.childNodes.flatMap((node) => [...(node.localName === name ? [node] : []), ...(node.tags?.(name) ?? [])]);
  }

  get text() {
    return this.childNodes.map((node) => node.text).join("");
  }

  /** A person enters something. */
  async enter(name, value) {
    this.value = value;
    await this.fire(name);
  }

  async fire(name) {
    this.handlers[name].call(this, { type: name, target: this, preventDefault() {} });
    await drawn();
  }
}

globalThis.document = {
  documentElement: {},
  createElement: (name) => new Element(name),
  createElementNS: (_, name) => new Element(name),
  createTextNode: (data) => new Text(data),
};

/** Once what has changed is drawn. */
const drawn = () => new Promise((resolve) => setTimeout(resolve, 5));

/** Draws a component; the element that it is drawn into. */
export function draw(component, properties, into = new Element("main")) {
  render(html`<${component} ...${properties} />`, into);
  return into;
}
