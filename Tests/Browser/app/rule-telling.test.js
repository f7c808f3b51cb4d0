import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { hearRules, reportsInWords, RuleTelling } from "../../../Public/app/rule-telling.js";
import { followRules, reportIn } from "../../../Public/api/rule-notices.js";

const report = (batch, other = {}) => ({
  batch, rules: [{ id: "r1", name: "Invoices" }], documents: ["d1"], tags: ["a", "b"], folders: ["Bills/Telekom"], favourite: false, ...other,
});

/** The telling, with what it did, its clock and the message that stands. */
function telling({ isSeen = true, fails = false } = {}) {
  const state = { shown: "", toasts: [], done: [], waiting: [], isSeen };
  const api = { ask: async (path) => { if (fails) throw new Error("no"); state.done.push(path); }, send: async () => {} };
  const notices = { show: (toast) => { state.toasts.push(toast); state.shown = toast.text; }, failed: (_, text) => state.done.push(text) };
  const parts = { api, notices, router: { go: (path) => state.done.push(`go ${path}`) }, settings: { open: (section) => state.done.push(`settings ${section}`) } };
  const ports = { shown: () => state.shown, isSeen: () => state.isSeen, later: (act) => state.waiting.push(act) };
  const pass = () => state.waiting.splice(0).forEach((act) => act());
  return { state, pass, telling: new RuleTelling(parts, ports) };
}

const rest = () => new Promise((resolve) => setImmediate(resolve));

describe("what rules did to documents that arrived", () => {
  test("is told with the rule, the tags and the folder", () => {
    assert.equal(reportsInWords([report("b")]), "Filed by rule “Invoices”: 2 tags, in Telekom");
    assert.equal(reportsInWords([report("b", { folders: [], tags: ["a"], favourite: true })]), "Changed by rule “Invoices”: 1 tag, favourite");
    assert.equal(reportsInWords([report("b", { folders: [""], tags: [] })]), "Filed by rule “Invoices”: in Library");
    const rules = [{ id: "r1", name: "A" }, { id: "r2", name: "B" }];
    assert.equal(reportsInWords([report("b", { rules })]), "Filed by 2 rules: 2 tags, in Telekom");
  });

  test("is counted where it is of several documents", () => {
    const several = [report("b1"), report("b2", { documents: ["d2", "d3"] })];
    assert.equal(reportsInWords(several), "3 documents changed by rule “Invoices”");
    assert.equal(reportsInWords([...several, report("b3", { rules: [{ id: "r2", name: "B" }] })]), "3 documents changed by 2 rules");
  });

  test("is told once, and what comes in the same moment with it", () => {
    const { state, pass, telling: told } = telling();
    told.heard(report("b1"));
    told.heard(report("b2", { documents: ["d2"] }));
    assert.deepEqual(state.toasts, []);
    pass();
    assert.deepEqual(state.toasts.map(({ text }) => text), ["2 documents changed by rule “Invoices”"]);
  });

  test("is counted on while the message stands, and from the start once it is gone", () => {
    const { state, pass, telling: told } = telling();
    told.heard(report("b1"));
    pass();
    told.heard(report("b2", { documents: ["d2"] }));
    pass();
    state.shown = "";
    told.heard(report("b3", { documents: ["d3"] }));
    pass();
    assert.deepEqual(state.toasts.map(({ text }) => text), ["Filed by rule “Invoices”: 2 tags, in Telekom", "2 documents changed by rule “Invoices”", "Filed by rule “Invoices”: 2 tags, in Telekom"]);
  });

  test("waits until another message has gone, which may have a step to take back", () => {
    const { state, pass, telling: told } = telling();
    state.shown = "letter.txt was moved to the Trash";
    told.heard(report("b1"));
    pass();
    pass();
    assert.deepEqual(state.toasts, []);
    state.shown = "";
    pass();
    assert.equal(state.toasts.length, 1);
  });

  test("is not told in a window that nobody sees", () => {
    const { state, telling: told } = telling({ isSeen: false });
    told.heard(report("b1"));
    assert.deepEqual(state.waiting, []);
  });

  test("is undone with all that was counted, the last first", async () => {
    const { state, pass, telling: told } = telling();
    told.heard(report("b1"));
    told.heard(report("b2", { documents: ["d2"] }));
    pass();
    state.toasts[0].action.act();
    await rest();
    assert.deepEqual(state.done, ["/batches/b2/undo", "/batches/b1/undo"]);
    assert.equal(state.toasts.at(-1).text, "Undone");
  });

  test("that cannot be undone is told", async () => {
    const { state, pass, telling: told } = telling({ fails: true });
    told.heard(report("b1"));
    pass();
    state.toasts[0].action.act();
    await rest();
    assert.deepEqual(state.done, ["It was not undone, or not all of it. The settings list what rules did."]);
  });

  test("opens the document, the folder of several, or else what rules did", () => {
    const opened = (...reports) => {
      const { state, pass, telling: told } = telling();
      reports.forEach((one) => told.heard(one));
      pass();
      state.toasts[0].also.act();
      return state.done;
    };
    const other = { documents: ["d2"] };
    assert.deepEqual(opened(report("b1")), ["go /d/d1"]);
    assert.deepEqual(opened(report("b1"), report("b2", other)), ["go /?view=folders&folder=Bills%2FTelekom"]);
    assert.deepEqual(opened(report("b1"), report("b2", { ...other, folders: ["Other"] })), ["settings rules"]);
  });
});

describe("a notice of rules", () => {
  test("is a report, or is none", () => {
    assert.deepEqual(reportIn(report("b")), report("b"));
    for (const notice of [null, {}, [], { count: 3 }, report(1), report("b", { folders: {} }), report("b", { rules: undefined })]) assert.equal(reportIn(notice), null, JSON.stringify(notice));
  });

  test("is told to all who follow, until they are gone", () => {
    const life = new AbortController();
    let count = 0;
    followRules(() => { count += 1; }, life.signal);
    hearRules({ count: 1 }, /** @type {never} */ (null));
    hearRules(null, /** @type {never} */ (null));
    hearRules({ batch: "no report" }, /** @type {never} */ (null));
    life.abort();
    hearRules(null, /** @type {never} */ (null));
    assert.equal(count, 3);
  });
});
