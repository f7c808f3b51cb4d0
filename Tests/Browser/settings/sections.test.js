import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TypeTree } from "../../../Public/api/type-tree.js";
import { addressesFor, inHalves, isOwnMachine, timeLeft } from "../../../Public/settings/devices/device-address.js";
import { SECTIONS, sectionOf, sectionsWith, settingsPath } from "../../../Public/settings/section-list.js";
import { sharesOf } from "../../../Public/settings/storage-shares.js";
import { typeChoices, webAppOf } from "../../../Public/settings/type-choices.js";
import { parseAddress } from "../../../Public/shell/address.js";

const at = (pathname) => parseAddress({ pathname, search: "", hash: "" });

describe("sections", () => {
  test("are found by the titles of their settings, whatever the case and the accents", () => {
    assert.deepEqual(sectionsWith("THEME").map(({ section, found }) => [section.id, found]), [["appearance", ["Theme"]]]);
    assert.equal(sectionsWith("  ").length, SECTIONS.length);
    assert.deepEqual(sectionsWith("storage").map(({ section }) => section.id), ["storage"]);
    assert.deepEqual(sectionsWith("theme trash"), []);
  });

  test("have addresses of their own", () => {
    for (const { id } of SECTIONS) assert.deepEqual(at(settingsPath(id)), { view: "settings", section: id });
    assert.deepEqual(at("/settings"), { view: "settings", section: "" });
    assert.deepEqual(at("/settings/"), { view: "settings", section: "" });
    assert.equal(at("/settings/a/b").view, "nowhere");
    assert.equal(sectionOf("unknown"), null);
  });
});

describe("the address for another device", () => {
  const network = { reach: "network", addresses: ["http://192.0.2.2:8080", "http://198.51.100.7:8080"] };

  test("is the one that this browser uses, unless that means this machine", () => {
    assert.deepEqual(addressesFor({ origin: "https://sheaf.example", hostname: "sheaf.example" }, network), ["https://sheaf.example"]);
    assert.deepEqual(addressesFor({ origin: "http://localhost:8080", hostname: "localhost" }, network), network.addresses);
    const alone = { reach: "this-machine", addresses: network.addresses };
    assert.deepEqual(addressesFor({ origin: "http://[::1]:8080", hostname: "[::1]" }, alone), ["http://[::1]:8080"]);
  });

  test("knows which names mean the machine itself", () => {
    assert.deepEqual(["localhost", "a.localhost", "127.0.0.1", "127.9.9.9", "[::1]", "LOCALHOST"].map(isOwnMachine), Array(6).fill(true));
    assert.deepEqual(["127.example.org", "192.168.0.2", "localhost.example.org", "sheaf.local"].map(isOwnMachine), Array(4).fill(false));
  });

  test("has a code in halves, and the time that is left", () => {
    assert.equal(inHalves("ABCDEFGH"), "ABCD-EFGH");
    assert.deepEqual([300_000, 65_001, 999, 0, -5].map(timeLeft), ["5:00", "1:06", "0:01", "0:00", "0:00"]);
  });
});

describe("what takes up room", () => {
  test("is told in parts of the whole, without those that are empty", () => {
    const storage = {
      kinds: [{ kind: "image", documents: 2, bytes: 300 }, { kind: "text", documents: 1, bytes: 0 }],
      versions: { bytes: 100 }, trash: { bytes: 0, documents: 0 }, caches: { bytes: 0 },
    };
    assert.deepEqual(sharesOf(storage).map(({ id, fraction }) => [id, fraction]), [["image", 0.75], ["text", 0], ["versions", 0.25]]);
  });

  test("is nothing in an empty workspace", () => {
    const nothing = { bytes: 0 };
    assert.deepEqual(sharesOf({ kinds: [], versions: nothing, trash: nothing, caches: nothing }), []);
  });
});

describe("what opens a kind of documents", () => {
  const types = [
    { identifier: "public.data", name: "Data", conformsTo: [] },
    { identifier: "public.text", name: "Text", conformsTo: ["public.data"] },
    { identifier: "public.archive", name: "Archive", conformsTo: ["public.data"] },
    { identifier: "org.sheaf.board", name: "Board", conformsTo: ["public.text"] },
  ];
  const handlers = [
    { identifier: "text", name: "Text", rank: "alternate", contentTypes: ["public.text"] },
    { identifier: "viewer", name: "Reader", rank: "default", contentTypes: ["public.text", "public.data"] },
    { identifier: "archive", name: "Archive", rank: "default", contentTypes: ["public.archive"] },
    { identifier: "hidden", name: "Hidden", rank: "none", contentTypes: ["public.archive"] },
    { identifier: "board", name: "Board", rank: "owner", contentTypes: ["org.sheaf.board"] },
  ];
  const chosen = (choices) => typeChoices({ types, handlers }, new TypeTree(types), choices);

  test("is offered where several do, the best first", () => {
    assert.deepEqual(chosen({}).map(({ type, handlers: all, chosen: one }) => [type, all.map(({ identifier }) => identifier), one]),
      [["public.text", ["viewer", "text"], null]]);
  });

  test("is what was chosen, as long as it opens the kind", () => {
    assert.equal(chosen({ "public.text": "text" })[0].chosen, "text");
    assert.equal(chosen({ "public.text": "archive" })[0].chosen, null);
    assert.equal(chosen({ "no.such.type": "text" }).length, 1);
  });
});

describe("a web app", () => {
  const app = (changes) => webAppOf({ name: "Draw it", url: "https://draw.example.org/{id}", types: ["public.image"], role: "viewer", ...changes });

  test("is declared under a name that is made of its site and its own", () => {
    const { handler, problem } = app({});
    assert.equal(problem, "");
    assert.deepEqual(handler, {
      identifier: "org.example.draw.draw-it", name: "Draw it", role: "viewer", rank: "alternate", contentTypes: ["public.image"],
      url: "https://draw.example.org/{id}",
    });
  });

  test("may get copies, and may be an action with a sign of one or two characters", () => {
    assert.equal(app({ url: "https://a.example/?f={content}" }).problem, "");
    const action = (changes) => app({ role: "action", url: "https://a.example/?f={contents}&end={outcome}", icon: "👩‍👩‍👧", ...changes });
    assert.deepEqual([action({}).problem, action({}).handler.icon, action({}).handler.role], ["", "👩‍👩‍👧", "action"]);
    assert.deepEqual([action({ icon: "abc" }).problem, action({ url: "https://a.example/{id}" }).problem], ["icon", "copies"]);
    assert.equal("icon" in app({ icon: "x" }).handler || "icon" in action({ icon: "" }).handler, false);
  });

  test("is refused without a name, a web address, a place for the document and a kind", () => {
    const problems = [{ name: "" }, { url: "javascript:{id}" }, { url: "https://a.example/" }, { types: [] }].map((one) => app(one).problem);
    assert.deepEqual(problems, ["name", "url", "place", "types"]);
  });
});
