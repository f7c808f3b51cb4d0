import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { namedDocument, NO_HISTORY, documentPath, libraryPath, parseAddress, parseHistory, parseOpenParameters } from "../../../Public/shell/address.js";

function at(pathname, search = "", hash = "") {
  return parseAddress({ pathname, search, hash });
}

describe("addresses", () => {
  test("the root is the library", () => {
    assert.deepEqual(at("/"), { view: "library", place: "all", folder: "", name: "", q: "", sort: null });
  });

  test("OP-5 another program's address of a document stands for its own, with all that follows", () => {
    const named = (pathname, search, hash = "") => namedDocument({ pathname, search, hash });
    assert.equal(named("/", "?open=a%2Fb&in=text", "#page=3"), "/d/a%2Fb?in=text#page=3");
    assert.equal(named("/index.html", "?open=a"), "/d/a");
    assert.deepEqual([named("/", ""), named("/", "?open="), named("/d/x", "?open=a"), named("/settings", "?open=a")], [null, null, null, null]);
  });

  test("a place, a search and an order are in the query", () => {
    assert.deepEqual(
      at("/", "?view=images&q=two+words&sort=-size"),
      { view: "library", place: "images", folder: "", name: "", q: "two words", sort: "-size" },
    );
  });

  test("a document has its own address", () => {
    assert.deepEqual(
      at("/d/abc"),
      {
        view: "document", id: "abc", open: { page: 1, zoom: { mode: "automatic" } }, isNamed: false, history: NO_HISTORY,
        handler: null,
      },
    );
    assert.deepEqual([at("/d/abc", "", "#page=1").isNamed, at("/d/abc", "", "#").isNamed], [true, false]);
  });

  test("at an address that is no document's, or broken, there is nothing", () => {
    for (const path of ["/d/", "/d/a/b", "/x", "/d/%E0%A4%A"]) assert.equal(at(path).view, "nowhere");
  });

  test("an id is decoded once", () => {
    assert.equal(at("/d/a%2Fb%2520c").id, "a/b%20c");
  });

  test("a written address is read again", () => {
    const open = { page: 7, zoom: { mode: "scale", scale: 1.5 } };
    const url = new URL(documentPath("a/b c", open), "http://x");
    assert.deepEqual(parseAddress(url), { view: "document", id: "a/b c", open, isNamed: true, history: NO_HISTORY, handler: null });
    const library = new URL(libraryPath({ place: "trash", q: "ä & b", sort: "name" }), "http://x");
    assert.deepEqual(
      parseAddress(library), { view: "library", place: "trash", folder: "", name: "", q: "ä & b", sort: "name" },
    );
    const folder = new URL(libraryPath({ place: "folders", folder: "Ä & b/c d" }), "http://x");
    assert.equal(parseAddress(folder).folder, "Ä & b/c d");
    const tag = new URL(libraryPath({ place: "tag", name: "Ä & b/c d" }), "http://x");
    assert.deepEqual([parseAddress(tag).place, parseAddress(tag).name], ["tag", "Ä & b/c d"]);
  });

  test("defaults are not written", () => {
    assert.equal(documentPath("a", { page: 1, zoom: { mode: "automatic" } }), "/d/a");
    assert.equal(libraryPath({ place: "all", q: "" }), "/");
  });
});

describe("the handler in a document's address", () => {
  const read = (path) => parseAddress(new URL(path, "http://x"));

  test("a written address is read again, beside its history", () => {
    const history = { listed: true, version: 3, compared: "now" };
    for (const handler of ["viewer", "text", "board", null]) {
      const found = read(documentPath("d", undefined, history, handler));
      assert.deepEqual([found.handler, found.history], [handler, history]);
      assert.equal(read(documentPath("d", undefined, undefined, handler)).handler, handler);
    }
  });

  test("handlers of other sites, and values that are none, count as not given", () => {
    for (const name of ["com.example.sketcher", "", "EDITOR", "javascript:alert(1)", "constructor"]) {
      assert.equal(read(`/d/a?in=${encodeURIComponent(name)}`).handler, null);
    }
  });
});

describe("a document's history in its address", () => {
  const read = (history) => parseHistory(new URL(documentPath("d", undefined, history), "http://x").search);

  test("a written address is read again", () => {
    for (const history of [
      NO_HISTORY, { listed: true, version: null, compared: null }, { listed: true, version: 3, compared: null },
      { listed: true, version: 3, compared: 5 }, { listed: true, version: 3, compared: "now" }, { ...NO_HISTORY, other: "another" },
    ]) assert.deepEqual(read(history), history);
  });

  test("stands before the page", () => {
    const open = { page: 2, zoom: { mode: "automatic" } };
    assert.equal(documentPath("d", open, { listed: false, version: 3, compared: "now" }), "/d/d?version=3&compare=now#page=2");
    assert.equal(documentPath("d", open, { listed: true, version: null, compared: null }), "/d/d?versions#page=2");
  });

  test("nonsense counts as not given, and a comparison needs a version", () => {
    for (const search of ["", "?version=", "?version=0", "?version=-1", "?version=x", "?version=1e3", "?compare=now", "?compare=4"]) {
      assert.deepEqual(parseHistory(search), NO_HISTORY, search);
    }
    assert.deepEqual(parseHistory("?version=3&compare=then"), { listed: true, version: 3, compared: null });
  });
});

describe("PDF open parameters", () => {
  const zoomOf = (hash) => parseOpenParameters(hash).zoom;

  test("page and zoom are read, the zoom in percent", () => {
    assert.deepEqual(parseOpenParameters("#page=3&zoom=200"), { page: 3, zoom: { mode: "scale", scale: 2 } });
  });

  test("a place after the zoom is passed over", () => {
    assert.deepEqual(zoomOf("#zoom=150,100,200"), { mode: "scale", scale: 1.5 });
  });

  test("fits are known by the names of several readers", () => {
    assert.deepEqual(zoomOf("#zoom=page-width"), { mode: "width" });
    assert.deepEqual(zoomOf("#zoom=page-fit"), { mode: "page" });
    assert.deepEqual(zoomOf("#view=FitH,200"), { mode: "width" });
    assert.deepEqual(zoomOf("#view=Fit"), { mode: "page" });
  });

  test("a number alone is a page", () => {
    assert.equal(parseOpenParameters("#12").page, 12);
  });

  test("nonsense counts as not given", () => {
    const nonsense = [
      "", "#", "#page=0", "#page=-3", "#page=x", "#page=1e9",
      "#zoom=0", "#zoom=huge", "#&&=", "#page=99999999999",
    ];
    for (const hash of nonsense) {
      assert.deepEqual(parseOpenParameters(hash), { page: 1, zoom: { mode: "automatic" } }, hash);
    }
  });

  test("a zoom beyond the limits is brought to them", () => {
    assert.deepEqual([zoomOf("#zoom=99999").scale, zoomOf("#zoom=1").scale], [64, 0.1]);
  });
});
