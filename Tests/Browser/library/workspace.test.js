import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { boardsLastChanged, mayBeShownOnly, opensAsBoard } from "../../../Public/board/saving/board-document.js";
import { formatFor } from "../../../Public/api/page-source.js";
import { pageUrl, thumbnailUrl } from "../../../Public/api/urls.js";
import { ApiProblem } from "../../../Public/api/api-problem.js";
import { backoff, parseEvent } from "../../../Public/api/event-stream.js";
import { cardByKey, cardPosition, cardsBetween, layoutGrid } from "../../../Public/library/list-layout.js";
import { compareBy, listQuery, orderNamed, placeOf } from "../../../Public/library/places.js";
import { TypeTree } from "../../../Public/api/type-tree.js";
import { dateInWords, daysLeftInWords, numberInWords, sizeInWords } from "../../../Public/api/words.js";
import { uploadReason } from "../../../Public/library/uploads/upload-reasons.js";
import { reasonFor } from "../../../Public/api/reasons.js";
import { decodeText } from "../../../Public/reader/text-view.js";
import { document } from "../factories.js";

describe("the grid", () => {
  test("fills the width with equal columns", () => {
    const layout = layoutGrid(100, 1144, 16);
    assert.equal(layout.columns, 5);
    assert.ok(cardPosition(layout, 4).x + layout.cardWidth <= 1144);
  });

  test("has two columns on a phone and at least one anywhere", () => {
    assert.equal(layoutGrid(9, 358, 16).columns, 2);
    assert.equal(layoutGrid(9, 80, 16).columns, 1);
  });

  test("asks for few sizes of pictures, however the window is drawn", () => {
    const sizes = new Set(Array.from({ length: 1600 }, (_, width) => layoutGrid(9, 300 + width, 16).picture));
    assert.ok([...sizes].every((size) => size % 8 === 0));
    assert.ok(sizes.size <= 12);
  });

  test("gives names more room when text is larger", () => {
    assert.ok(layoutGrid(9, 800, 32).cardHeight > layoutGrid(9, 800, 16).cardHeight);
  });

  test("draws only what is near, of ten thousand", () => {
    const layout = layoutGrid(10_000, 1144, 16);
    const { first, end } = cardsBetween(layout, 10_000, 200_000, 201_000);
    assert.ok(end - first <= 5 * 6 && first > 0);
  });

  test("draws nothing beyond its ends", () => {
    const layout = layoutGrid(7, 1144, 16);
    assert.deepEqual(cardsBetween(layout, 7, -500, 99_999), { first: 0, end: 7 });
    assert.deepEqual(cardsBetween(layout, 7, 99_999, 999_999), { first: 7, end: 7 });
  });

  test("arrows lead to the neighbours and stop at the edges", () => {
    const layout = layoutGrid(12, 1144, 16);
    const to = (index, key) => cardByKey(layout, 12, index, key);
    assert.deepEqual(
      [to(0, "ArrowRight"), to(5, "ArrowUp"), to(2, "ArrowUp"), to(8, "ArrowDown"), to(0, "ArrowLeft")],
      [1, 0, 2, 11, 0],
    );
    assert.deepEqual([to(5, "Home"), to(5, "End"), to(5, "x")], [0, 11, null]);
  });
});

describe("words", () => {
  test("sizes are as file managers count them", () => {
    const sizes = [0, 1, 999, 1000, 1_250_000, 99_949, 999_950, 5e9].map(sizeInWords);
    assert.deepEqual(sizes, ["0 bytes", "1 byte", "999 bytes", "1 KB", "1.3 MB", "99.9 KB", "1 MB", "5 GB"]);
  });

  test("whole numbers have separators", () => {
    assert.deepEqual([0, 999, 1000, 1_234_567].map(numberInWords), ["0", "999", "1,000", "1,234,567"]);
  });

  test("dates are as people say them", () => {
    const now = new Date(2026, 10, 21, 15, 0);
    const said = (...parts) => dateInWords(new Date(...parts).toISOString(), now, "en-GB");
    assert.deepEqual(
      [said(2026, 10, 21, 9, 5), said(2026, 10, 20, 23, 59), said(2026, 2, 3), said(2025, 2, 3)],
      ["9:05", "Yesterday", "3 Mar", "3 Mar 2025"],
    );
  });

  test("a date that is none is left out", () => {
    assert.equal(dateInWords("soon", new Date(), "en"), "");
    const left = (/** @type {number} */ hours) => daysLeftInWords(new Date(Date.UTC(2026, 0, 1, hours)).toISOString(), new Date(Date.UTC(2026, 0, 1)));
    assert.deepEqual([left(-1), left(1), left(24), left(25), left(24 * 1_200)], ["Goes soon", "1 day left", "1 day left", "2 days left", "1,200 days left"]);
  });

  test("a known refusal has its words, an unknown one the server's", () => {
    assert.match(uploadReason(new ApiProblem(507, "storage-full", "")), /disk is full/);
    assert.match(uploadReason(new ApiProblem(507, "storage-low", "")), /nearly full/);
    assert.match(uploadReason(new ApiProblem(507, "quota-exceeded", "")), /as much as it may/);
    assert.equal(uploadReason(new ApiProblem(400, "novel", "It is Tuesday.")), "It is Tuesday.");
  });

  test("every reason says that the file is safe or nothing is lost", () => {
    for (const code of [
      "password-required",
      "damaged",
      "not-showable",
      "document-too-large",
      "render-timeout",
      "quarantined",
      "busy",
      "novel",
    ]) {
      assert.match(reasonFor(code, "").text, /kept just as it came|Nothing is lost/, code);
    }
  });

  test("a new reason is told in the server's own words", () => {
    assert.match(reasonFor("novel", "the moon is full").text, /^The moon is full\. /);
  });
});

describe("problems", () => {
  test("a problem document gives its code", () => {
    const problem = ApiProblem.parse(409, '{"code":"name-taken","detail":"There is one."}');
    assert.deepEqual([problem.status, problem.code, problem.detail], [409, "name-taken", "There is one."]);
  });

  test("a permanent refusal is not to be tried again, a passing one is", () => {
    const may = (status, code) => ApiProblem.parse(status, JSON.stringify({ code })).mayPass;
    const final = [
      [400, "invalid-parameter"], [403, "forbidden"], [404, "not-found"], [409, "name-taken"], [413, "too-large"],
      [415, "unsupported-media-type"], [422, "damaged"], [501, "not-implemented"],
    ];
    const passing = [
      [408, "request-timeout"], [429, "novel"], [500, "storage-failed"], [502, "renderer-crashed"], [503, "busy"],
      [507, "storage-full"], [400, "content-mismatch"], [403, "read-only"], [422, "quarantined"],
    ];
    assert.deepEqual(final.filter((one) => may(...one)), []);
    assert.deepEqual(passing.filter((one) => !may(...one)), []);
    assert.deepEqual([ApiProblem.offline().mayPass, ApiProblem.unanswered().mayPass, ApiProblem.aborted().mayPass], [true, true, false]);
  });

  test("a limit that was passed is told by a member, or not at all", () => {
    const limits = [{ limit: 1_048_576 }, { detail: "The body is larger than the 2097152 bytes taken here." }].map(
      (members) => ApiProblem.parse(413, JSON.stringify({ code: "too-large", ...members })),
    );
    assert.deepEqual(limits.map(({ limit }) => limit), [1_048_576, null]);
    assert.deepEqual(limits.map(uploadReason), [
      "It is larger than 1 MB, the most that this server takes.", "It is larger than this server takes.",
    ]);
  });

  test("an answer that is no problem document is told by its status", () => {
    assert.deepEqual(
      ["<html>", '"text"', "null", '{"code":7}'].map((body) => ApiProblem.parse(413, body).code),
      Array(4).fill("too-large"),
    );
    assert.ok(ApiProblem.parse(401, "").signedOut);
  });

  test("no answer is being offline, unless the request was aborted", () => {
    const aborted = Object.assign(new Error("x"), { name: "AbortError" });
    assert.deepEqual(
      [ApiProblem.from(new TypeError("failed")).code, ApiProblem.from(aborted).code], ["offline", "aborted"],
    );
  });
});

describe("events", () => {
  test("carry the document in an envelope or bare", () => {
    const bare = parseEvent("document.created", "7-a1", '{"id":"a"}');
    const enveloped = parseEvent("document.created", "7-a1", '{"document":{"id":"a"}}');
    assert.deepEqual(bare, { kind: "document.created", epoch: "a1", sequence: 7, document: { id: "a" } });
    assert.deepEqual(enveloped, bare);
  });

  test("of a document that another app hands over carry its words; others have none", () => {
    const data = '{"document":{"id":"a"},"source":"Mail","annotation":{"line":3},"open":true}';
    assert.deepEqual(parseEvent("document.handed-over", "7-a1", data)?.handOver, { source: "Mail", annotation: { line: 3 }, open: true });
    assert.equal(parseEvent("document.handed-over", "7-a1", '{"document":{"id":"a"}}')?.handOver?.open, false);
    assert.equal("handOver" in parseEvent("document.changed", "7-a1", data), false);
  });

  test("without an epoch are of a server that has none", () => {
    const parsed = ["7", "", "x"].map((id) => parseEvent("document.created", id, '{"id":"a"}'));
    assert.deepEqual(parsed.map((event) => [event?.epoch, event?.sequence]), [["", 7], ["", 0], ["", 0]]);
  });

  test("that are none are passed over", () => {
    assert.deepEqual(
      ["", "nonsense", "null", "{}"].map((data) => parseEvent("x", "1", data)), Array(4).fill(null),
    );
  });

  test("are waited for longer and longer, up to half a minute", () => {
    assert.deepEqual([0, 1, 2, 9].map((attempt) => backoff(attempt, 1)), [1000, 2000, 4000, 30_000]);
    assert.equal(backoff(0, 0), 500);
  });
});

describe("places and orders", () => {
  test("an unknown place is all documents, an unknown order the newest first", () => {
    assert.equal(placeOf("nowhere").id, "all");
    assert.deepEqual(
      [orderNamed("rubbish"), orderNamed(null), orderNamed("name")], ["-created", "-created", "name"],
    );
  });

  test("a query says what the API needs and no more", () => {
    assert.deepEqual(listQuery({ place: "all", folder: "", q: "", sort: "name" }), { sort: "name" });
    assert.deepEqual(
      listQuery({ place: "trash", folder: "", q: "x", sort: "name" }), { sort: "-modified", q: "x", trashed: true },
    );
  });

  test("types, folders and tags are in the order of the server, and then names are", () => {
    const documents = [
      ["a", "b", "com.adobe.pdf", ["Zoo"]], ["b", "B", "public.plain-text", []], ["d", "a", "public.plain-text", ["art", "Zoo"]],
      ["c", "a", "com.adobe.pdf", []], ["e", "", "com.adobe.pdf", ["Art"]], ["f", "a b", "public.plain-text", ["zoo"]],
    ].map(([name, folder, type, tags]) => document({ id: `id-${name}`, name: `${name}.txt`, folder, type, tags }));
    const names = (order) => [...documents].sort(compareBy(order)).map(({ name }) => name[0]).join("");
    assert.deepEqual(["type", "folder", "tags", "-tags"].map(names), ["acebdf", "ecdfab", "edafbc", "cbfade"]);
  });

  test("every order is total: ties are broken by id", () => {
    for (const order of ["name", "-name", "created", "-created", "size", "-size", "type", "-type", "folder", "-folder", "tags", "-tags"]) {
      const compare = compareBy(order);
      const [a, b] = [document({ id: "a", name: "same" }), document({ id: "b", name: "SAME" })];
      assert.ok(compare(a, b) !== 0 && compare(a, b) === -compare(b, a), order);
    }
  });
});

describe("types", () => {
  const tree = new TypeTree([
    { identifier: "c", name: "C", conformsTo: ["b"] }, {
      identifier: "b", name: "B", conformsTo: ["public.image", "c"],
    },
  ]);

  test("conformance goes over any number of steps and ends in a circle", () => {
    assert.ok(tree.conforms("c", "public.image"));
    assert.ok(!tree.conforms("c", "public.text"));
  });

  test("an unknown type is called by its extension", () => {
    assert.equal(tree.nameOf(document({ name: "model.step", type: "dyn.x" })), "STEP file");
    assert.equal(tree.nameOf(document({ name: "README", type: "dyn.x" })), "File");
  });
});

describe("addresses of images", () => {
  test("carry the hash, so that they may be kept for ever", () => {
    assert.equal(
      pageUrl(document({ id: "a/b", sha256: "ff" }), 3, 816, "png"),
      "/api/v1/documents/a%2Fb/pages/3?width=816&format=png&v=ff",
    );
    assert.equal(
      thumbnailUrl(document({ sha256: "ff" }), 176),
      "/api/v1/documents/d1/thumbnail?size=176&format=webp&v=ff",
    );
  });

  test("text comes as PNG, scans and photographs as WebP", () => {
    assert.deepEqual(
      [formatFor(90_000, 12), formatFor(4_000_000, 4), formatFor(0, 0)], ["png", "webp", "png"],
    );
  });
});

describe("a board", () => {
  test("opens as one unless its text was chosen", () => {
    const type = "org.sheaf.board";
    const opened = [{ type }, { type, handler: "board" }, { type, handler: "com.example.other" }].map(document);
    assert.deepEqual(opened.map((one) => opensAsBoard(one)), [true, true, true]);
    assert.equal(opensAsBoard(document({ type, handler: "text" })), false);
    assert.equal(opensAsBoard(document({ handler: "board" })), false);
  });

  test("this once overrides for good", () => {
    const type = "org.sheaf.board";
    assert.equal(opensAsBoard(document({ type }), "text"), false);
    assert.equal(opensAsBoard(document({ type, handler: "text" }), "board"), true);
    assert.equal(opensAsBoard(document(), "board"), false);
  });

  test("DT-6 may be shown only where a handler that is not Sheaf's own was chosen", () => {
    assert.deepEqual([undefined, "board", "text", "com.example.other"].map(
      (handler) => mayBeShownOnly(handler ? { handler } : {}),
    ), [false, false, false, true]);
  });

  test("DT-6 is not offered to lay pages on where a viewer was chosen for it", async () => {
    const type = "org.sheaf.board";
    const documents = ["own", "shown", "edited", "unknown"].map((id) => (
      document({ id, type, ...(id === "own" ? {} : { handler: "com.example.other" }) })
    ));
    const asked = [];
    const api = {
      list: () => Promise.resolve({ documents, next: null }),
      ask: (path) => {
        asked.push(path);
        if (path.includes("unknown")) return Promise.reject(ApiProblem.offline());
        return Promise.resolve({ openers: [], editable: path.includes("edited") });
      },
    };
    const boards = await boardsLastChanged(api, new AbortController().signal);
    assert.deepEqual(boards.map(({ id }) => id), ["own", "edited", "unknown"]);
    assert.deepEqual(asked, ["shown", "edited", "unknown"].map((id) => `/documents/${id}/openers`));
  });
});

describe("text of a document", () => {
  test("is read in the encoding that the server found, and in UTF-8 where it found none", () => {
    assert.equal(decodeText(new TextEncoder().encode("käse")), "käse");
    assert.equal(decodeText(Uint8Array.of(0xff, 0xfe, 0x41, 0), "utf-16le"), "A");
    assert.equal(decodeText(Uint8Array.of(0xfe, 0xff, 0, 0x41), "utf-16be"), "A");
    assert.equal(decodeText(Uint8Array.of(0x6b, 0xe4, 0x73, 0x65, 0x80), "windows-1252"), "käse€");
    assert.equal(decodeText(Uint8Array.of(0x93, 0xfa, 0x96, 0x7b), "shift_jis"), "日本");
    assert.equal(decodeText(new TextEncoder().encode("käse"), "no-such-encoding"), "käse");
  });

  test("a character cut in two at the end is left out", () => {
    assert.equal(decodeText(new TextEncoder().encode("aä").subarray(0, 2)), "a");
  });

  test("bytes that are no text are shown as such and never refused", () => {
    assert.equal(decodeText(Uint8Array.of(0x41, 0xff, 0x42)), "A\ufffdB");
  });
});
