import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";

import { LibraryAsking } from "../../../Public/library/library-asking.js";

afterEach(() => { delete globalThis.location; });

/** A library at an address, and what it was asked for; `order` is what the user has chosen. */
function played({ path = "/", shown = "-created", order = "name" } = {}) {
  const { pathname, search, hash } = new URL(path, "http://sheaf.test");
  globalThis.location = { pathname, search, hash };
  const heard = { asked: [], noted: [] };
  const library = {
    state: { query: { place: "all", folder: "", q: "", sort: shown } },
    ask: (query) => heard.asked.push(query.sort),
  };
  const router = { note: (to) => heard.noted.push(to) };
  const asking = new LibraryAsking({ get: () => order }, { library, folders: { show: () => undefined }, router });
  return { asking, heard };
}

describe("an order that is chosen", () => {
  for (const isHere of [true, false]) {
    test(`${isHere ? "in the settings" : "elsewhere"} is the library's at once`, () => {
      const { asking, heard } = played();
      asking.chosen("library.order", isHere);
      assert.deepEqual(heard, { asked: ["name"], noted: [] });
    });
  }

  test("elsewhere leaves an order that the address names", () => {
    const { asking, heard } = played({ path: "/?view=boards&sort=size", shown: "size" });
    asking.chosen("library.order", false);
    assert.deepEqual(heard, { asked: [], noted: [] });
  });

  test("here ends what the address names, and nothing else in it", () => {
    const { asking, heard } = played({ path: "/?view=boards&q=rose&sort=size", shown: "size" });
    asking.chosen("library.order", true);
    assert.deepEqual(heard, { asked: ["name"], noted: ["/?view=boards&q=rose"] });
  });

  test("here while a document is open leaves its address alone", () => {
    const { asking, heard } = played({ path: "/d/d1?sort=size" });
    asking.chosen("library.order", true);
    assert.deepEqual([heard.asked, heard.noted], [["name"], []]);
  });

  test("as it was already, and another choice, ask for nothing", () => {
    const { asking, heard } = played({ shown: "name" });
    asking.chosen("library.order", true);
    asking.chosen("reader.zoom", true);
    assert.deepEqual(heard.asked, []);
  });

  test("none any more is the default", () => {
    const { asking, heard } = played({ shown: "name", order: null });
    asking.chosen("library.order", false);
    assert.deepEqual(heard.asked, ["-created"]);
  });
});
