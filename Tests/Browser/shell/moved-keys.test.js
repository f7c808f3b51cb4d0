import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isMovable, keyMeant, keyOf, movedKeys, moveKey } from "../../../Public/shell/moved-keys.js";
import { KEY_SECTIONS, keyInWords, keysIn, singleKey } from "../../../Public/shell/keys-help.js";

describe("keys that were moved", () => {
  const moved = moveKey({}, "Document", "p", "g");

  test("are told to the screen as the key that it knows, and the old key is nothing", () => {
    assert.equal(keyMeant("g", moved.Document), "p");
    assert.equal(keyMeant("p", moved.Document), null);
    assert.equal(keyMeant("w", moved.Document), "w");
    assert.equal(keyMeant("g", moved.Board), "g");
    assert.equal(keyOf("p", moved.Document), "g");
  });

  test("may change places: each is the other one then", () => {
    const both = moveKey(moveKey({}, "Board", "a", "b"), "Board", "b", "a").Board;
    assert.deepEqual(["a", "b"].map((key) => keyMeant(key, both)), ["b", "a"]);
  });

  test("are put back by being moved to where they were", () => {
    assert.deepEqual(moveKey(moved, "Document", "p", "p"), { Document: {} });
  });

  test("are read as far as they can be understood", () => {
    for (const kept of [null, "", "{", "null", "[]", "3", "\"x\""]) assert.equal(Object.values(movedKeys(kept)).flatMap(Object.keys).length, 0, kept);
    const odd = JSON.stringify({ Document: { p: "g", x: "Enter", w: 3, q: "g", F2: "a" }, Board: null });
    assert.deepEqual(movedKeys(odd), { Document: { p: "g" }, Board: {} });
    assert.equal(keyMeant("constructor", movedKeys(odd).Document), "constructor");
  });

  test("are letters and signs alone", () => {
    assert.deepEqual(["a", "?", "ä", "😀"].map(isMovable), [true, true, true, true]);
    assert.deepEqual([" ", "Enter", "", "F2"].map(isMovable), [false, false, false, false]);
  });
});

describe("the list of keys", () => {
  test("tells which keys an entry takes up", () => {
    assert.deepEqual(keysIn("← →; P, N; K, J"), ["←", "→", "p", "n", "k", "j"]);
    assert.deepEqual(keysIn("R, Shift R"), ["r", "R"]);
    assert.deepEqual(keysIn("Shift P"), ["P"]);
    assert.deepEqual(keysIn("+ −"), ["+", "−"]);
    assert.deepEqual(keysIn("Ctrl C, X, V"), []);
    assert.deepEqual(keysIn("Escape"), []);
  });

  test("writes keys as keyboards do", () => {
    assert.deepEqual(["g", "G", "/", "ä"].map(keyInWords), ["G", "Shift G", "/", "Ä"]);
    assert.equal(singleKey("P"), "p");
    assert.equal(singleKey("Ctrl P"), null);
  });

  test("has no single key twice on one screen", () => {
    for (const { name, keys } of KEY_SECTIONS) {
      const single = keys.map(([shown]) => singleKey(shown)).filter((key) => key !== null);
      assert.equal(new Set(single).size, single.length, name);
    }
  });
});
