import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { subjectOf, summaryOf } from "../../../../Public/library/details/details-subject.js";
import { tagsOf } from "../../../../Public/library/details/tag-editor.js";
import { at, document } from "../../factories.js";

const query = { place: "all", folder: "", name: "", q: "", sort: "name" };
const documents = ["a", "b", "c"].map((id) => document({ id }));

function subject(selected, current = null) {
  return subjectOf({ query, documents, selection: new Set(selected), current });
}

describe("the details are of", () => {
  test("the place where nothing is selected and no document had the focus", () => {
    assert.deepEqual(subject([]), { kind: "place", query });
    assert.equal(subject([], "gone").kind, "place");
  });

  test("the document with the focus, until another one is selected", () => {
    assert.equal(subject([], "b").document, documents[1]);
    assert.equal(subject(["c"], "b").document, documents[2]);
  });

  test("all that are selected, in the order of the list", () => {
    assert.deepEqual(subject(["c", "a"], "b").documents, [documents[0], documents[2]]);
  });

  test("those of the selection that are listed still", () => {
    assert.equal(subject(["c", "gone"]).document, documents[2]);
  });
});

describe("several documents together", () => {
  const several = [
    document({ id: "a", size: 10, folder: "X", favourite: true, modified: at(3), tags: ["Paid", "2024"] }),
    document({ id: "b", size: 20, modified: at(1), tags: ["paid"] }),
    document({ id: "c", size: 30, type: "public.png", modified: at(2), tags: ["paid", "cat"] }),
  ];

  test("have a size, kinds, folders and times", () => {
    assert.deepEqual(summaryOf(several, ({ type }) => type), {
      size: 60, kinds: [{ kind: "com.adobe.pdf", count: 2 }, { kind: "public.png", count: 1 }], folders: ["", "X"], favourites: 1,
      first: at(1), last: at(3),
    });
  });

  test("have tags in common, and tags that some of them have", () => {
    assert.deepEqual(tagsOf(several), [{ tag: "Paid", count: 3 }, { tag: "2024", count: 1 }, { tag: "cat", count: 1 }]);
  });
});
