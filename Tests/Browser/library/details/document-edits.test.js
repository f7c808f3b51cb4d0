import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { ApiProblem } from "../../../../Public/api/api-problem.js";
import { DocumentEdits } from "../../../../Public/library/details/document-edits.js";
import { document } from "../../factories.js";

/** A server with one document, which others change as often as `meanwhile` says between a reading and a change. */
function server(facts, meanwhile = [], answering = () => {}) {
  let [present, number] = [document(facts), 1];
  const changes = [];
  const details = {
    read: async () => ({ document: present, etag: `"${number}"` }),
    change: async (id, change, etag) => {
      const others = meanwhile.shift();
      if (others) [present, number] = [{ ...present, ...others }, number + 1];
      if (etag !== `"${number}"`) throw new ApiProblem(412, "version-conflict", "");
      changes.push(change);
      present = { ...present, ...change };
      const answer = present;
      answering({ hear: (news) => { library.state.documents = [present = { ...present, ...news }]; } });
      return answer;
    },
  };
  const came = [];
  const library = { state: { documents: [present] }, step: ({ documents }) => came.push(...documents) };
  const edits = new DocumentEdits({ details, library });
  return { edits, changes, came, get present() { return present; } };
}

describe("an edit of a document", () => {
  test("is made to what was read just before, and told", async () => {
    const { edits, changes, came } = server({ note: "a" });
    const { done, before } = await edits.set("d1", "note", { base: "a", value: "b" });
    assert.deepEqual([done.note, before.note, changes, came.map(({ note }) => note)], ["b", "a", [{ note: "b" }], ["b"]]);
  });

  test("clears a field where nothing is left of it", async () => {
    const { edits, changes } = server({ note: "a" });
    await edits.set("d1", "note", { base: "a", value: "" });
    assert.deepEqual(changes, [{ note: null }]);
  });

  test("is made all the same where others changed something else meanwhile", async () => {
    const served = server({ note: "a" }, [{ favourite: true }, { tags: ["paid"] }]);
    const { done } = await served.edits.set("d1", "note", { base: "a", value: "b" });
    assert.deepEqual([done.note, done.favourite, done.tags], ["b", true, ["paid"]]);
  });

  test("changes nothing where the field has another value by then, and tells it", async () => {
    const served = server({ note: "a" }, [{ note: "theirs" }]);
    const { differs } = await served.edits.set("d1", "note", { base: "a", value: "b" });
    assert.deepEqual([differs.note, served.changes, served.came.at(-1).note], ["theirs", [], "theirs"]);
  });

  test("that others made already is done", async () => {
    const { edits, changes } = server({ name: "b.pdf" });
    const { done } = await edits.set("d1", "name", { base: "a.pdf", value: "b.pdf" });
    assert.deepEqual([done.name, changes], ["b.pdf", []]);
  });

  test("tells the document as it is then, where more was heard before its answer", async () => {
    const served = server({ note: "a" }, [], ({ hear }) => hear({ note: "theirs" }));
    const { done } = await served.edits.set("d1", "note", { base: "a", value: "b" });
    assert.deepEqual([done.note, served.came.at(-1).note], ["b", "theirs"]);
  });

  test("of a list is made to the list as it is by then", async () => {
    const served = server({ tags: ["a"] }, [{ tags: ["a", "theirs"] }]);
    const { done } = await served.edits.change("d1", ({ tags }) => ({ tags: [...tags, "mine"] }));
    assert.deepEqual(done.tags, ["a", "theirs", "mine"]);
  });

  test("gives up where the document is never left alone", async () => {
    const served = server({}, Array.from({ length: 9 }, (_, version) => ({ version })));
    const { refused } = await served.edits.change("d1", () => ({ favourite: true }));
    assert.deepEqual([refused.status, served.changes], [412, []]);
  });
});
