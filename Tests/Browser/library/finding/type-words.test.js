import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { typeMeant, typeWord } from "../../../../Public/library/finding/type-words.js";

const types = /** @type {any} */ ([
  { identifier: "com.adobe.pdf", extensions: ["pdf"] }, { identifier: "public.text", extensions: [] }, { identifier: "public.plain-text", extensions: ["text", "txt"] },
  { identifier: "a.one", extensions: ["same"] }, { identifier: "a.other", extensions: ["same"] },
]);

describe("The word for a type in a search", () => {
  test("is its extension, where that means nothing else", () => {
    assert.equal(typeWord(types, "com.adobe.pdf"), "pdf");
    assert.equal(typeWord(types, "public.plain-text"), "public.plain-text", "“text” is a kind");
    assert.equal(typeWord(types, "a.one"), "a.one", "two types have this extension");
    assert.equal(typeWord(types, "not.declared"), "not.declared");
  });

  test("is understood again", () => {
    assert.equal(typeMeant(types, "PDF")?.identifier, "com.adobe.pdf");
    assert.equal(typeMeant(types, "text")?.identifier, "public.text");
    assert.equal(typeMeant(types, "nonsense"), undefined);
  });
});
