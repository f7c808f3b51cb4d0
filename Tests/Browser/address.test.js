import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { documentPath, libraryPath, parseAddress, parseOpenParameters } from "../../Public/shell/address.js";

function at(pathname, search = "", hash = "") {
  return parseAddress({ pathname, search, hash });
}

describe("addresses", () => {
  test("the root is the library", () => {
    assert.deepEqual(at("/"), { view: "library", place: "all", q: "", sort: null });
  });

  test("a place, a search and an order are in the query", () => {
    assert.deepEqual(
      at("/", "?view=images&q=two+words&sort=-size"),
      { view: "library", place: "images", q: "two words", sort: "-size" },
    );
  });

  test("a document has its own address", () => {
    assert.deepEqual(
      at("/d/abc"), { view: "document", id: "abc", open: { page: 1, zoom: { mode: "automatic" } } },
    );
  });

  test("an address that is no document's, or broken, is the library", () => {
    for (const path of ["/d/", "/d/a/b", "/x", "/d/%E0%A4%A"]) assert.equal(at(path).view, "library");
  });

  test("an id is decoded once", () => {
    assert.equal(at("/d/a%2Fb%2520c").id, "a/b%20c");
  });

  test("what is written is read again", () => {
    const open = { page: 7, zoom: { mode: "scale", scale: 1.5 } };
    const url = new URL(documentPath("a/b c", open), "http://x");
    assert.deepEqual(parseAddress(url), { view: "document", id: "a/b c", open });
    const library = new URL(libraryPath({ place: "trash", q: "ä & b", sort: "name" }), "http://x");
    assert.deepEqual(parseAddress(library), { view: "library", place: "trash", q: "ä & b", sort: "name" });
  });

  test("what goes without saying is not written", () => {
    assert.equal(documentPath("a", { page: 1, zoom: { mode: "automatic" } }), "/d/a");
    assert.equal(libraryPath({ place: "all", q: "" }), "/");
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
