import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DocumentPlaces } from "../../../Public/reader/document-places.js";

const AUTOMATIC = { mode: "automatic" };
const START = { page: 1, zoom: AUTOMATIC };
const AT = { page: 3, fraction: { x: 0.5, y: 0.25 } };
const PLACE = { page: 4, zoom: { mode: "scale", scale: 1.5 }, at: AT };

function store(text = null) {
  const kept = { text };
  return { kept, read: () => kept.text, write: (next) => { kept.text = next; } };
}

describe("places in documents", () => {
  test("come back where the address names none", () => {
    const places = new DocumentPlaces(false, store());
    places.keep("a", PLACE);
    assert.deepEqual(places.restore("a", START, false), PLACE);
    assert.deepEqual(places.restore("b", START, false), START);
  });

  test("give way to a page that the address names, and say where on it", () => {
    const places = new DocumentPlaces(false, store());
    places.keep("a", PLACE);
    assert.deepEqual(places.restore("a", { page: 2, zoom: AUTOMATIC }, true), { page: 2, zoom: AUTOMATIC });
    assert.deepEqual(places.restore("a", { page: 4, zoom: AUTOMATIC }, true), { page: 4, zoom: AUTOMATIC, at: AT });
  });

  test("are those of the last hundred documents", () => {
    const memory = store();
    const places = new DocumentPlaces(false, memory);
    for (let number = 0; number < 150; number += 1) places.keep(`d${number}`, PLACE);
    places.keep("d60", PLACE);
    assert.equal(JSON.parse(memory.kept.text).length, 100);
    assert.deepEqual(["d49", "d51", "d60", "d149"].map((id) => places.restore(id, START, false).page), [1, 4, 4, 4]);
  });

  test("that are none are left out", () => {
    const hostile = [
      "nonsense", "{}", '[["a"]]', '[["a",{"page":0}]]', '[["a",{"page":"4"}]]', '[null,["a",null]]', '[["a",{"page":1e400}]]',
    ];
    for (const text of hostile) assert.deepEqual(new DocumentPlaces(false, store(text)).restore("a", START, false), START, text);
    const half = '[["a",{"page":4,"zoom":{"mode":"scale","scale":-1},"at":{"page":4,"fraction":{"x":0}}}]]';
    assert.deepEqual(new DocumentPlaces(false, store(half)).restore("a", START, false), { page: 4, zoom: AUTOMATIC });
  });

  test("are left alone by a clean start", () => {
    const memory = store();
    new DocumentPlaces(false, memory).keep("a", PLACE);
    const before = memory.kept.text;
    const clean = new DocumentPlaces(true, memory);
    clean.keep("a", START);
    assert.deepEqual([clean.restore("a", START, false), memory.kept.text], [START, before]);
  });
});
