// JSON Patch by the examples of RFC 6902, Appendix A, of the three operations that the history uses.

import assert from "node:assert/strict";
import { test } from "node:test";
import { patched } from "../../../screens/shared/js/patch.js";

const EXAMPLES = [
  ["A.1 a member is added", { foo: "bar" }, [{ op: "add", path: "/baz", value: "qux" }], { baz: "qux", foo: "bar" }],
  ["A.2 an element is added", { foo: ["bar", "baz"] }, [{ op: "add", path: "/foo/1", value: "qux" }], { foo: ["bar", "qux", "baz"] }],
  ["A.3 a member is removed", { baz: "qux", foo: "bar" }, [{ op: "remove", path: "/baz" }], { foo: "bar" }],
  ["A.4 an element is removed", { foo: ["bar", "qux", "baz"] }, [{ op: "remove", path: "/foo/1" }], { foo: ["bar", "baz"] }],
  ["A.5 a value is replaced", { baz: "qux", foo: "bar" }, [{ op: "replace", path: "/baz", value: "boo" }], { baz: "boo", foo: "bar" }],
  ["A.10 a nested member is added", { foo: "bar" }, [{ op: "add", path: "/child", value: { grandchild: {} } }], { foo: "bar", child: { grandchild: {} } }],
  ["A.11 what is unknown is ignored", { foo: "bar" }, [{ op: "add", path: "/baz", value: "qux", xyz: 123 }], { foo: "bar", baz: "qux" }],
  ["A.14 names are unescaped", { "/": 9, "~1": 10 }, [{ op: "replace", path: "/~01", value: 11 }], { "/": 9, "~1": 11 }],
  ["A.16 a list is appended", { foo: ["bar"] }, [{ op: "add", path: "/foo/-", value: ["abc", "def"] }], { foo: ["bar", ["abc", "def"]] }],
  ["4.1 the whole document", { foo: 1 }, [{ op: "add", path: "", value: [1] }], [1]],
  ["4.1 what is there already is replaced", { foo: 1 }, [{ op: "add", path: "/foo", value: 2 }], { foo: 2 }],
];

for (const [name, before, operations, after] of EXAMPLES) {
  test(name, () => assert.deepEqual(patched(before, operations), after));
}

test("operations are applied in their order", () => {
  const operations = [{ op: "add", path: "/a/0", value: 1 }, { op: "add", path: "/a/0", value: 2 }, { op: "remove", path: "/a/1" }];
  assert.deepEqual(patched({ a: [] }, operations), { a: [2] });
});

test("the document before stays as it was, and shares what is not touched", () => {
  const before = Object.freeze({ seats: Object.freeze([Object.freeze({ score: 1 }), Object.freeze({ score: 2 })]), round: Object.freeze({ n: 1 }) });
  const after = patched(before, [{ op: "replace", path: "/seats/1/score", value: 3 }]);
  assert.deepEqual(before.seats[1], { score: 2 });
  assert.deepEqual(after.seats[1], { score: 3 });
  assert.equal(after.round, before.round);
  assert.equal(after.seats[0], before.seats[0]);
});
