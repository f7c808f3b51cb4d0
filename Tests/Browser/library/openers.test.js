import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { alwaysMenu, openInMenu } from "../../../Public/library/opener-menus.js";
import { DocumentOpening } from "../../../Public/library/document-opening.js";
import { webAddress } from "../../../Public/shell/elsewhere.js";
import { ApiProblem } from "../../../Public/api/api-problem.js";
import { mayOpen, mayOpenElsewhere, noteOf, openersOf } from "../../../Public/library/openers.js";
import { TypeTree } from "../../../Public/api/type-tree.js";
import { document } from "../factories.js";

const reader = { identifier: "viewer", name: "Reader", url: "/d/d1", chosen: false };
const sketcher = { identifier: "com.example.sketcher", name: "Sketcher", role: "editor", url: "https://sketch.example/open?document=d1", chosen: false };
const types = new TypeTree([
  { identifier: "com.adobe.pdf", name: "PDF document", conformsTo: ["public.data"] },
  { identifier: "public.plain-text", name: "Text", conformsTo: ["public.text"] },
  { identifier: "public.text", name: "Text", conformsTo: ["public.data"] },
]);

/** @param {object[]} openers */
const offered = (openers, facts = {}) => openersOf(openers, document(facts));

describe("the address of another web page", () => {
  test("is one of http or https", () => {
    assert.equal(webAddress("https://sketch.example/open?document=d1"), "https://sketch.example/open?document=d1");
    assert.equal(webAddress("http://127.0.0.1:9000/x"), "http://127.0.0.1:9000/x");
  });

  test("is nothing that runs here, starts a program, or signs a user in", () => {
    for (const text of [
      "javascript:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)", "JAVASCRIPT:alert(1)", "\u0001javascript:alert(1)",
      "data:text/html,<script>alert(1)</script>", "blob:https://x/1", "file:///etc/passwd", "vbscript:x", "mailto:a@b",
      "about:blank", "https://name:word@sketch.example/", "https://name@sketch.example/", "//sketch.example/", "/d/d2", "", "https://",
    ]) assert.equal(webAddress(text), null, text);
  });
});

describe("what opens a document", () => {
  test("is offered in the server's order, the first by default", () => {
    const { choices, chosen, lost } = offered([sketcher, reader]);
    assert.deepEqual(choices.map(({ identifier, host, usual }) => [identifier, host, usual]), [
      ["com.example.sketcher", "sketch.example", true], ["viewer", null, false],
    ]);
    assert.deepEqual([chosen, lost], [null, false]);
  });

  test("opens here only where its address is this very document's", () => {
    const { choices } = offered([reader, { ...reader, identifier: "x", url: "/d/d2" }, { ...reader, identifier: "y", url: "/sign-out" }]);
    assert.deepEqual(choices.map(({ identifier }) => identifier), ["viewer"]);
  });

  test("is left out where its address is no web page's, and what follows it is the default", () => {
    const { choices } = offered([{ ...sketcher, url: "javascript:alert(document.cookie)" }, reader]);
    assert.deepEqual(choices.map(({ identifier, usual }) => [identifier, usual]), [["viewer", true]]);
  });

  test("is known as chosen, also where the chosen one opens it no more", () => {
    assert.equal(offered([{ ...sketcher, chosen: true }, reader], { handler: sketcher.identifier }).chosen?.name, "Sketcher");
    const { chosen, lost } = offered([reader], { handler: sketcher.identifier });
    assert.deepEqual([chosen, lost], [null, true]);
  });

  test("is named in one line, whatever its declaration says", () => {
    const named = (name) => offered([{ ...sketcher, name }]).choices[0]?.name;
    assert.equal(named("Two\nlines\u202e reversed"), "Two lines reversed");
    assert.equal(named(" \u0007 "), "com.example.sketcher");
    assert.equal(named("👩‍🎨 Studio"), "👩‍🎨 Studio");
    assert.equal([...(named("𝒔".repeat(500)) ?? "")].length, 60);
  });

  test("says where it leads and how it stands", () => {
    const [first, second] = offered([sketcher, reader]).choices;
    assert.equal(first && noteOf(first), "Opens it by default · Edits · sketch.example, in a new tab");
    assert.equal(second && noteOf(second), "");
    const [chosen] = offered([{ ...reader, chosen: true }]).choices;
    assert.equal(chosen && noteOf(chosen), "Always, for this document");
  });

  test("DT-6 says of another's whether the document is edited there", () => {
    const noted = (role) => noteOf(offered([reader, { ...sketcher, role }]).choices[1]);
    assert.equal(noted("editor"), "Edits · sketch.example, in a new tab");
    assert.equal(noted("viewer"), "Shows only · sketch.example, in a new tab");
  });

  test("that get a copy are known by their declaration, because the server tells their address with the copy alone", () => {
    const copier = { identifier: "com.example.sign", name: "Sign", chosen: false };
    const declared = { identifier: "com.example.sign", url: "https://sign.example/?from={content}", contentTypes: ["public.data"] };
    const hosts = (handlers) => openersOf([reader, copier], document(), handlers).choices.map(({ host }) => host);
    assert.deepEqual(hosts([declared]), [null, "sign.example"]);
    assert.deepEqual([hosts([]), hosts([{ ...declared, url: "javascript:alert(1)//{content}" }])], [[null], [null]]);
  });

  test("may be elsewhere only where a handler with an address opens its type", () => {
    const handlers = [
      { identifier: "viewer", contentTypes: ["com.adobe.pdf"] },
      { identifier: "notes", url: "https://notes.example/{id}", contentTypes: ["public.text"] },
      { identifier: "act", url: "https://act.example/{contents}", role: "action", contentTypes: ["com.adobe.pdf"] },
      { identifier: "quiet", url: "https://quiet.example/{id}", rank: "none", contentTypes: ["com.adobe.pdf"] },
    ];
    assert.equal(mayOpenElsewhere(document({ type: "public.plain-text" }), handlers, types), true);
    assert.equal(mayOpenElsewhere(document({ type: "com.adobe.pdf" }), handlers, types), false);
    const trashed = document({ type: "public.plain-text", trashed: "2026-11-21T10:00:00Z" });
    assert.equal(mayOpenElsewhere(trashed, handlers, types), false);
  });
});

describe("the menus of what opens a document", () => {
  const calls = { open: () => {}, always: () => {} };

  test("say which one was chosen, here or elsewhere, and lead nowhere by themselves", () => {
    const chosen = [];
    const items = openInMenu(offered([reader, sketcher]), { ...calls, open: ({ identifier }) => chosen.push(identifier) });
    for (const item of items.slice(0, 2)) item.act?.();
    assert.deepEqual([chosen, items.some(({ link }) => link !== undefined)], [["viewer", sketcher.identifier], false]);
  });

  test("offer one for good only where there is something to choose", () => {
    const last = (openers, facts) => openInMenu(offered(openers, facts), calls).at(-1)?.label;
    assert.equal(last([reader]), "Reader");
    assert.equal(last([reader, sketcher]), "Always open this document with…");
    assert.equal(last([{ ...reader, chosen: true }], { handler: "viewer" }), "Always open this document with…");
    assert.equal(last([reader], { handler: "com.example.gone" }), "Always open this document with…");
  });

  test("check the one that holds: the type's own until the user chooses", () => {
    const checked = (openers, facts) => alwaysMenu(offered(openers, facts), "PDF document", () => {})
      .filter((item) => item.checked).map((item) => item.label);
    assert.deepEqual(checked([reader, sketcher]), ["As usual for its type"]);
    assert.deepEqual(checked([{ ...sketcher, chosen: true }, reader], { handler: sketcher.identifier }), ["Sketcher"]);
    assert.deepEqual(checked([reader, sketcher], { handler: "com.example.gone" }), []);
  });

  test("choose what is pressed, or take the choice back", () => {
    const chosen = [];
    const items = alwaysMenu(offered([reader, sketcher]), "PDF document", (choice) => chosen.push(choice?.identifier ?? null));
    for (const item of items) item.act?.();
    assert.deepEqual(chosen, ["viewer", "com.example.sketcher", null]);
  });
});

describe("opening a document", () => {
  const pdf = document();
  const button = { isConnected: true, getClientRects: () => [{}] };
  const elsewhere = [{ identifier: sketcher.identifier, url: "https://sketch.example/{id}", contentTypes: ["com.adobe.pdf"] }];

  /** @param {() => Promise<unknown>} ask */
  function opening(ask) {
    const seen = { asked: 0, here: [], toasts: [], failed: [] };
    const made = new DocumentOpening({ ask: () => (seen.asked += 1, ask()) }, {
      library: { types, step: () => {} }, router: { go: (path) => seen.here.push(path) },
      notices: { show: ({ text }) => seen.toasts.push(text), failed: (_, text) => seen.failed.push(text) },
    });
    return { made, seen };
  }

  test("does not ask the server where nothing elsewhere could open it", async () => {
    const { made, seen } = opening(() => Promise.reject(new Error("asked")));
    await made.open(pdf);
    assert.deepEqual([seen.asked, seen.here], [0, ["/d/d1"]]);
  });

  test("opens here what the server says opens here first", async () => {
    const { made, seen } = opening(() => Promise.resolve({ openers: [reader, sketcher] }));
    made.learn(elsewhere);
    await made.open(pdf);
    assert.deepEqual([seen.asked, seen.here], [1, ["/d/d1"]]);
  });

  test("opens here where the server cannot be asked", async () => {
    const { made, seen } = opening(() => Promise.reject(ApiProblem.offline()));
    made.learn(elsewhere);
    await made.open(pdf);
    assert.deepEqual([seen.here, seen.failed], [["/d/d1"], []]);
  });

  test("forgets the first where a second is opened while it is asked about", async () => {
    const answers = [];
    const { made, seen } = opening(() => new Promise((resolve) => answers.push(resolve)));
    made.learn(elsewhere);
    const second = document({ id: "d2" });
    const both = [made.open(pdf), made.open(second)];
    for (const answer of answers) answer({ openers: [reader] });
    await Promise.all(both);
    assert.deepEqual(seen.here, ["/d/d2"]);
  });

  test("shows no list where nothing opens it, and says so", async () => {
    const { made, seen } = opening(() => Promise.resolve({ openers: [] }));
    assert.equal(await made.list(pdf, button), false);
    assert.match(seen.toasts[0] ?? "", /^Nothing here opens d1\.pdf yet/);
  });

  test("shows no list where its button has gone", async () => {
    const { made, seen } = opening(() => Promise.resolve({ openers: [reader] }));
    assert.equal(await made.list(pdf, { ...button, isConnected: false }), false);
    assert.deepEqual(seen.toasts, []);
  });

  test("says what to do where the server cannot be asked for the list", async () => {
    const { made, seen } = opening(() => Promise.reject(ApiProblem.offline()));
    assert.equal(await made.list(pdf, button), false);
    assert.match(seen.failed[0] ?? "", /safe on the server; try again/);
  });
});

test("A document is opened by what is declared for its type, but not by a part of Sheaf that has nothing to show of it", () => {
  const viewer = { identifier: "viewer", role: "viewer", contentTypes: ["public.data"] };
  const model = document({ type: "public.data", previewable: false });
  assert.equal(mayOpen(model, [viewer], types), false);
  assert.equal(mayOpen({ ...model, previewable: true }, [viewer], types), true);
  assert.equal(mayOpen(model, [viewer, { identifier: "models", role: "viewer", url: "https://models.example/?{id}", contentTypes: ["public.data"] }], types), true);
  assert.equal(mayOpen(model, [{ identifier: "text", role: "editor", contentTypes: ["public.plain-text"] }], types), false);
  assert.equal(mayOpen(model, [], types), true);
});
