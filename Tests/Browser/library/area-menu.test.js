import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { AreaMenu, refusalInWords } from "../../../Public/library/area-menu.js";
import { ApiProblem } from "../../../Public/api/api-problem.js";
import { copyFromArea, listAreaFolder, listAreas } from "../../../Public/api/area-api.js";

/** An API that notes what it is asked, and answers in turn. @param {...unknown} answers */
function asked(...answers) {
  const calls = [];
  const ask = (path, options) => {
    calls.push([options.method ?? "GET", path, options.body ?? null]);
    const answer = answers.shift();
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  return { api: { ask }, calls };
}

/** @param {...unknown} answers */
function menu(...answers) {
  const { api, calls } = asked(...answers);
  const said = [];
  const attributes = new Map();
  const anchor = {
    isConnected: true, getClientRects: () => [{}],
    setAttribute: (name, value) => attributes.set(name, value), removeAttribute: (name) => attributes.delete(name),
  };
  const made = new AreaMenu(api, {
    router: { go: () => {} }, notices: { show: ({ text }) => said.push(text), failed: (_, text) => said.push(text) },
    library: { types: { iconOf: () => "document" }, state: { query: { place: "all", folder: "", q: "" } }, step: () => {} },
  });
  return { made, anchor, calls, said, attributes };
}

describe("SB-2 directories that are only read", () => {
  test("are asked for by names and paths, whatever is in them", async () => {
    const { api, calls } = asked({ areas: [{ name: "Samples", readOnly: true }] }, {}, {}, { id: "d1" });
    assert.deepEqual(await listAreas(api), [{ name: "Samples", readOnly: true }]);
    await listAreaFolder(api, "A/b ü", "", null);
    await listAreaFolder(api, "Samples", "In & out/x", "last one");
    await copyFromArea(api, "Samples", "In & out/50 %?.pdf", "Mine");
    assert.deepEqual(calls, [
      ["GET", "/areas", null], ["GET", "/areas/A%2Fb%20%C3%BC", null],
      ["GET", "/areas/Samples?folder=In+%26+out%2Fx&cursor=last+one", null],
      ["POST", "/areas/Samples/copy/In%20%26%20out/50%20%25%3F.pdf", '{"folder":"Mine"}'],
    ]);
  });

  test("where there are none, and where one is empty, it is said", async () => {
    const none = menu({ areas: [] });
    await none.made.open(none.anchor);
    assert.deepEqual(none.said, ["There is nothing here to copy from."]);
    const empty = menu({ areas: [{ name: "Manuals" }] }, { folders: [], files: [], next: null });
    await empty.made.open(empty.anchor);
    assert.deepEqual(empty.said, ["There is nothing in Manuals."]);
    assert.deepEqual(empty.calls.map(([, path]) => path), ["/areas", "/areas/Manuals"]);
  });

  test("a refusal is told, and the button is free again", async () => {
    const { made, anchor, said, attributes } = menu(ApiProblem.offline());
    await made.open(anchor);
    assert.deepEqual(said, ["What is there could not be listed. Try again in a moment."]);
    assert.equal(attributes.size, 0);
  });

  test("a file that could not be copied is named, with the remedy", () => {
    assert.equal(refusalInWords("not-found"), "That folder is not there any more.");
    assert.equal(refusalInWords("not-found", "a.pdf"), "a.pdf is not there any more.");
    assert.match(refusalInWords("quota-exceeded", "a.pdf"), /no room for a\.pdf/);
    assert.match(refusalInWords("busy", "a.pdf"), /try again in a moment/);
  });
});
