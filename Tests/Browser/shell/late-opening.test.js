import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { AreaMenu } from "../../../Public/library/area-menu.js";
import { BoardAdding } from "../../../Public/board/board-adding.js";
import { BoardOpening } from "../../../Public/board/board-opening.js";
import { DocumentOpening } from "../../../Public/library/document-opening.js";
import { mayOpen, turnElsewhere, waitToOpen } from "../../../Public/shell/late-opening.js";
import { openModal } from "../../../Public/shell/modal.js";
import { ApiProblem } from "../../../Public/api/api-problem.js";
import { TypeTree } from "../../../Public/api/type-tree.js";
import { document } from "../factories.js";

/** A button, in the window or not, that tells whether a menu was opened beside it. */
function anchorThat({ isConnected = true, rects = 1 } = {}) {
  return { isConnected, getClientRects: () => Array(rects).fill({}), setAttribute: () => {}, removeAttribute: () => {} };
}

describe("what opens late", () => {
  test("may open while the user has not turned to something else", () => {
    assert.equal(mayOpen(anchorThat(), waitToOpen()), true);
  });

  test("may not where its button has gone, or is hidden", () => {
    assert.equal(mayOpen(anchorThat({ isConnected: false }), waitToOpen()), false);
    assert.equal(mayOpen(anchorThat({ rects: 0 }), waitToOpen()), false);
  });

  test("may not once the user has gone elsewhere, or waits for another thing", () => {
    const first = waitToOpen();
    const second = waitToOpen();
    assert.deepEqual([first.aborted, mayOpen(anchorThat(), first), mayOpen(anchorThat(), second)], [true, false, true]);
    turnElsewhere();
    assert.equal(mayOpen(anchorThat(), second), false);
  });

  test("may not where a sheet was opened, even if it was closed again", () => {
    const signal = waitToOpen();
    openModal({ ownerDocument: new EventTarget(), showModal: () => {} });
    assert.equal(signal.aborted, true);
  });
});

/** A server whose answers a test gives, all at once. */
function asking() {
  const [waiting, signals] = [[], []];
  const held = (answer) => (...what) => new Promise((resolve, reject) => {
    signals.push(what.at(-1)?.signal ?? what.at(-1));
    waiting.push((problem) => (problem ? reject(problem) : resolve(answer)));
  });
  const api = {
    preview: held({ pages: [], pageCount: 0 }), list: held({ documents: [] }),
    ask: (path, { signal } = {}) => (
      path.startsWith("/areas") ? held({ areas: [{ name: "A" }, { name: "B" }] })(signal) : held({ openers: [] })(signal)
    ),
  };
  const answer = (problem) => { for (const one of waiting.splice(0)) one(problem); };
  return { api, signals, answer };
}

describe("a menu that is asked for", () => {
  const pdf = document();
  const library = { types: new TypeTree([]), state: { query: { place: "all", folder: "", q: "" } }, step: () => {} };

  /** Each way to ask for one, and what it says where it comes to open. */
  function ways(api, said) {
    const notices = { show: ({ text }) => said.push(text), problem: (text) => said.push(text), failed: (_, text) => said.push(text) };
    const parts = { library, notices, router: { go: (path) => said.push(path) }, here: (...what) => said.push(what), waiting: { mustWait: false } };
    const opening = new DocumentOpening(api, parts);
    opening.learn([{ identifier: "x", url: "https://x.example/{id}", contentTypes: [pdf.type] }]);
    const list = opening.list.bind(opening, pdf);
    return new Map([
      ["adds pages to a board", (anchor) => new BoardOpening(api, parts).choose(pdf, anchor)],
      ["adds the page that is read to a board", (anchor) => new BoardAdding(api, parts, () => "n").choose(pdf, 1, anchor)],
      ["lists what opens a document", list],
      ["lists what can be copied", (anchor) => new AreaMenu(api, parts).open(anchor)],
    ]);
  }

  for (const name of ways(asking().api, []).keys()) {
    test(`and ${name} stays away once the user has gone elsewhere`, async () => {
      for (const problem of [undefined, ApiProblem.offline()]) {
        const [{ api, answer }, said] = [asking(), []];
        const over = ways(api, said).get(name)(anchorThat());
        turnElsewhere();
        answer(name.endsWith("copied") ? undefined : problem);
        await over;
        assert.deepEqual(said, []);
      }
    });

    test(`and ${name} stays away where its button is hidden`, async () => {
      const [{ api, answer }, said] = [asking(), []];
      const over = ways(api, said).get(name)(anchorThat({ rects: 0 }));
      answer();
      await over;
      assert.deepEqual(said, []);
    });
  }

  test("is asked about no longer than the user waits for it", () => {
    const { api, signals } = asking();
    for (const way of [...ways(api, []).values()].slice(0, 3)) void way(anchorThat());
    turnElsewhere();
    assert.deepEqual(signals.map(({ aborted }) => aborted), [true, true, true, true]);
  });

  test("says what there is to say where the user has not gone elsewhere", async () => {
    const [{ api, answer }, said] = [asking(), []];
    const over = ways(api, said).get("adds pages to a board")(anchorThat());
    answer();
    await over;
    assert.deepEqual(said, ["d1.pdf has no pages that could lie on a board."]);
  });

  test("and a document that was to be opened is not, once the user has gone elsewhere", async () => {
    const [{ api, answer }, said] = [asking(), []];
    const opening = new DocumentOpening(api, { library, here: (...what) => said.push(what) });
    opening.learn([{ identifier: "x", url: "https://x.example/{id}", contentTypes: [pdf.type] }]);
    const over = opening.open(pdf);
    turnElsewhere();
    answer();
    await over;
    assert.deepEqual(said, []);
  });
});
