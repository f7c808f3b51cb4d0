import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ApiProblem } from "../../../Public/api/api-problem.js";
import { Library } from "../../../Public/library/library.js";
import { at, document as made } from "../factories.js";

const ALL = Object.freeze({ place: "all", folder: "", q: "", sort: "-created" });
const [OLD, NEW] = [made({ id: "old", created: at(1) }), made({ id: "new", created: at(2) })];

/** A library, and what it asks for: each question waits until a test answers it. */
function asking() {
  const [questions, thrown] = [[], []];
  const api = {
    trash: () => new Promise((resolve, reject) => {
      thrown.push({ take: resolve, refuse: () => reject(new ApiProblem(503, "busy", "")) });
    }),
    list: (query, { cursor }, signal) => new Promise((resolve, reject) => {
      const answer = (documents, next = null) => resolve({ documents, next });
      questions.push({ cursor, answer, refuse: (code) => reject(new ApiProblem(503, code, "")) });
      signal.addEventListener("abort", () => reject(ApiProblem.aborted()));
    }),
  };
  const refused = [];
  const library = new Library(api, ALL, { changed: () => undefined, failed: ({ code }) => refused.push(code) });
  return { library, questions, thrown, refused };
}

const settled = () => new Promise((resolve) => { setImmediate(resolve); });
const ids = (library) => library.state.documents.map(({ id }) => id);

describe("a library that is to be read anew", () => {
  test("takes no answer that was asked for before", async () => {
    const { library, questions, refused } = asking();
    library.ask(ALL);
    void library.refresh();
    questions[0].answer([OLD]);
    await settled();
    assert.deepEqual([ids(library), library.state.status], [[], "loading"]);
    questions[1].answer([NEW, OLD]);
    await settled();
    assert.deepEqual([ids(library), library.state.status, refused], [["new", "old"], "ready", []]);
  });

  test("and could not be is read from its beginning when it is tried again", async () => {
    const { library, questions, refused } = asking();
    library.ask(ALL);
    questions[0].answer([OLD], "more");
    await settled();
    void library.refresh();
    questions[1].refuse("busy");
    await settled();
    assert.deepEqual([library.state.status, refused], ["failed", ["busy"]]);
    library.retry();
    assert.equal(questions[2].cursor, null);
    questions[2].answer([NEW]);
    await settled();
    assert.deepEqual([ids(library), library.state.status], [["new"], "ready"]);
  });

  test("goes on where it ends once it was", async () => {
    const { library, questions } = asking();
    library.ask(ALL);
    questions[0].answer([NEW], "more");
    await settled();
    library.more();
    questions[1].refuse("busy");
    await settled();
    library.retry();
    assert.equal(questions[2].cursor, "more");
  });
});

describe("a document that is being thrown away", () => {
  async function throwing() {
    const { library, questions, thrown } = asking();
    library.ask(ALL);
    questions[0].answer([NEW, OLD]);
    await settled();
    const over = library.trash(NEW).then(() => "gone", ({ code }) => code);
    void library.refresh();
    return { library, questions, thrown, over };
  }

  test("does not come back with a list that is read anew meanwhile", async () => {
    const { library, questions, thrown, over } = await throwing();
    questions[1].answer([NEW, OLD]);
    await settled();
    assert.deepEqual(ids(library), ["old"]);
    thrown[0].take();
    assert.deepEqual([await over, ids(library)], ["gone", ["old"]]);
  });

  test("does not come back with a list that was asked for before", async () => {
    const { library, questions, thrown, over } = await throwing();
    thrown[0].take();
    await over;
    questions[1].answer([NEW, OLD]);
    await settled();
    assert.deepEqual(ids(library), ["old"]);
  });

  test("is there again where the server refuses", async () => {
    const { library, questions, thrown, over } = await throwing();
    questions[1].answer([NEW, OLD]);
    await settled();
    thrown[0].refuse();
    assert.deepEqual([await over, ids(library)], ["busy", ["new", "old"]]);
  });
});
