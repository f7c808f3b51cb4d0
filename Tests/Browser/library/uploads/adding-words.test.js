import assert from "node:assert/strict";
import { File } from "node:buffer";
import { describe, test } from "node:test";
import { datedName, named, pastedFiles, webAddressIn } from "../../../../Public/library/uploads/adding-words.js";

// Before version 20 Node has it in a module alone.
globalThis.File ??= File;

const NOW = new Date(2026, 10, 28, 9, 5, 7);

describe("names of what comes without one", () => {
  test("have the moment in them, in an order that sorts", () => {
    assert.equal(datedName("Picture", "image/png", NOW), "Picture 2026-11-28 09.05.07.png");
    assert.equal(datedName("Text", "text/plain;charset=utf-8", NOW), "Text 2026-11-28 09.05.07.txt");
    assert.equal(datedName("Photo", "application/x-odd", NOW), "Photo 2026-11-28 09.05.07");
  });

  test("replace those that browsers make up, and no other", () => {
    const nameOf = (name) => named(new File(["x"], name, { type: "image/png" }), "Picture", NOW).name;
    for (const made of ["image.png", "", "photo.jpg", "IMAGE.PNG"]) {
      assert.equal(nameOf(made), "Picture 2026-11-28 09.05.07.png", made);
    }
    for (const own of ["images.png", "my image.png", "Rose.png"]) assert.equal(nameOf(own), own);
  });

  test("a pasted text becomes a text, and nothing but space becomes nothing", async () => {
    const [made] = pastedFiles([], "Zwölf\nBoxkämpfer", NOW);
    assert.deepEqual([made.name, made.type, await made.text()], ["Text 2026-11-28 09.05.07.txt", "text/plain;charset=utf-8", "Zwölf\nBoxkämpfer"]);
    assert.deepEqual(pastedFiles([], " \n\t", NOW), []);
  });

  test("pasted files come before the text that browsers put beside them", () => {
    const names = pastedFiles([new File(["x"], "image.png", { type: "image/png" }), new File(["x"], "Rose.pdf")], "image.png", NOW).map(({ name }) => name);
    assert.deepEqual(names, ["Picture 2026-11-28 09.05.07.png", "Rose.pdf"]);
  });
});

describe("a web address", () => {
  test("is one that a server fetches", () => {
    assert.equal(webAddressIn(" https://example.org/a b.pdf "), "https://example.org/a%20b.pdf");
    for (const text of ["", "example", "ftp://example.org/", "javascript:alert(1)", "https://", "https://user:pass@example.org/", "file:///etc/passwd"]) {
      assert.equal(webAddressIn(text), null, text);
    }
  });
});
