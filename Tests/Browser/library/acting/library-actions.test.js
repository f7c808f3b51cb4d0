import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { usable } from "../../../../Public/shell/actions.js";
import { mailAddress } from "../../../../Public/shell/sharing.js";
import { TypeTree } from "../../../../Public/api/type-tree.js";
import { kindOf, libraryActions } from "../../../../Public/library/acting/library-actions.js";
import { documentItem, folderItem, isInInbox } from "../../../../Public/library/acting/library-item.js";
import { webActions } from "../../../../Public/library/acting/web-actions.js";
import { document } from "../../factories.js";

const types = new TypeTree([
  { identifier: "public.plain-text", name: "Text", conformsTo: ["public.text"] }, { identifier: "public.text", name: "Text", conformsTo: ["public.data"] },
  { identifier: "com.adobe.pdf", name: "PDF document", conformsTo: ["public.data"] },
]);
const isOf = kindOf(types);
const hands = /** @type {any} */ ({ sending: { shares: false }, boards: {}, changes: {}, router: {}, opening: { mayOpen: () => true }, canPaste: () => false });
const [pdf, text] = [documentItem(document()), documentItem(document({ id: "d2", type: "public.plain-text" }))];
const folder = folderItem(/** @type {any} */ ({ path: "A", name: "A", documents: 0 }));
const ids = (/** @type {any[]} */ actions) => actions.map(({ id }) => id);
const declared = /** @type {any[]} */ ([
  { identifier: "com.example.sign", name: "Sign", role: "action", icon: "✍", contentTypes: ["public.text"], url: "https://sign.example/?f={contents}" },
  { identifier: "com.example.draw", name: "Draw", role: "editor", contentTypes: ["public.text"], url: "https://draw.example/{id}" },
]);

describe("the actions of the library", () => {
  test("are offered where at least one of what is selected fits", () => {
    const offered = ids(usable(libraryActions(hands), [pdf, folder], isOf));
    assert.deepEqual(["tags", "download", "mail"].map((id) => offered.includes(id)), [true, true, true]);
    assert.equal(ids(usable(libraryActions(hands), [folder], isOf)).includes("tags"), false);
  });

  test("are all but those that are excluded", () => {
    const [all, fewer] = [ids(libraryActions(hands)), ids(libraryActions(hands, { without: ["print"] }))];
    assert.deepEqual(all.filter((id) => !fewer.includes(id)), ["print"]);
    assert.deepEqual(ids(libraryActions(hands, { without: ["", "no-such"] })), all);
  });

  test("print a board, too", () => {
    const board = documentItem(document({ type: "org.sheaf.board", previewable: true }));
    assert.equal(ids(usable(libraryActions(hands), [board], isOf)).includes("print"), true);
  });

  test("print what has pages, and copy a link beside sharing one", () => {
    const icon = documentItem(document({ previewable: false }));
    assert.deepEqual([pdf, icon].map((item) => ids(usable(libraryActions(hands), [item], isOf)).includes("print")), [true, false]);
    const sharing = libraryActions({ ...hands, sending: { shares: true } });
    assert.deepEqual([ids(sharing).includes("copy-link"), ids(libraryActions(hands)).includes("copy-link")], [true, false]);
  });

  test("file only what lies in the Inbox", () => {
    const inInbox = documentItem(document({ folder: "Inbox/Mail" }));
    assert.deepEqual([pdf, inInbox].map((item) => ids(usable(libraryActions(hands), [item], isOf)).includes("keep")), [false, true]);
    assert.deepEqual(["Inbox", "Inbox/a", "Inboxes", ""].map((path) => isInInbox({ folder: path })), [true, true, false, false]);
  });

  test("of web apps stand with those that send, for selections of which at least one item fits", async () => {
    const ran = /** @type {any[]} */ ([]);
    const more = webActions(declared, async (handler, items) => (ran.push([handler.identifier, ids(items.map(({ document: one }) => one))]), "done"));
    const actions = libraryActions(hands, { more });
    assert.deepEqual(more.map(({ id, title, sign, role }) => [id, title, sign, role]), [["com.example.sign", "Sign", "✍", "send"]]);
    assert.deepEqual([[pdf], [pdf, text], [folder]].map((items) => ids(usable(actions, items, isOf)).includes("com.example.sign")), [false, true, false]);
    assert.equal(ids(actions).at(-1), "trash");
    assert.equal(await more[0]?.act([text], /** @type {any} */ ({})), "done");
    assert.deepEqual(ran, [["com.example.sign", ["d2"]]]);
  });
});

describe("a message that is begun", () => {
  test("has a subject on one line, lines of a message, and nobody it goes to", () => {
    assert.equal(mailAddress("a\n&b", "one\ntwo?"), "mailto:?subject=a%20%26b&body=one%0D%0Atwo%3F");
  });
});
