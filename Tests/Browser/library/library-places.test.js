import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { libraryPlaces } from "../../../Public/library/library-places.js";

function places(text = null) {
  const store = { read: () => text, write: (written) => { text = written; } };
  return libraryPlaces(store);
}

describe("the places of lists", () => {
  test("are kept each by itself, and not for the top", () => {
    const kept = places();
    kept.keep("/", { first: 12, offset: -3 });
    kept.keep("/?view=images", { first: 4, offset: 0 });
    kept.keep("/?view=images", null);
    assert.deepEqual([kept.of("/"), kept.of("/?view=images")], [{ first: 12, offset: -3 }, null]);
  });

  test("are those seen last, a bounded number", () => {
    const kept = places();
    for (let number = 0; number < 40; number += 1) kept.keep(`/?q=${number}`, { first: number, offset: 0 });
    assert.deepEqual([kept.of("/?q=9"), kept.of("/?q=10")], [null, { first: 10, offset: 0 }]);
  });

  test("so far down that much would have to be read are the top", () => {
    const kept = places();
    kept.keep("/", { first: 1000, offset: 0 });
    kept.keep("/", { first: 50_000, offset: 0 });
    assert.equal(kept.of("/"), null);
  });

  test("of another kind are none", () => {
    for (const text of ["{", "7", "[7]", '[["/",7]]', '[["/",{"first":"x","offset":1}]]', '[["/",{"first":1}]]', '[["/",{"first":1.5,"offset":0}]]']) assert.equal(places(text).of("/"), null, text);
  });
});
