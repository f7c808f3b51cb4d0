import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { ApiProblem } from "../../../Public/api/api-problem.js";
import { RuleApi } from "../../../Public/api/rule-api.js";
import { RuleConflict, saysTheSame, sendAgainst } from "../../../Public/settings/sections/rule-changes.js";
import { placeAfter, shifts, wayWithin } from "../../../Public/settings/sections/rule-order.js";

const LINES = { heights: [60, 100, 60, 60], gap: 0 };

describe("a rule that is dragged", () => {
  test("takes the place of another once it has passed the middle of that", () => {
    const places = (from, ...ways) => ways.map((way) => placeAfter(LINES, from, way));
    assert.deepEqual(places(0, 0, 49, 50, 129, 130, 189, 190), [0, 0, 1, 1, 2, 2, 3]);
    assert.deepEqual(places(3, -29, -30, -109, -110, -189, -190), [3, 2, 2, 1, 1, 0]);
  });

  test("stays in the list, however far the hand goes", () => {
    assert.deepEqual([-1e6, 1e6, 20].map((way) => wayWithin(LINES, 1, way)), [-60, 120, 20]);
    assert.equal(placeAfter(LINES, 1, wayWithin(LINES, 1, 1e6)), 3);
    assert.equal(placeAfter(LINES, 2, wayWithin(LINES, 2, -1e6)), 0);
  });

  test("makes the others move aside by its own height, those alone that it passes", () => {
    assert.deepEqual(shifts(LINES, 1, 3), [0, 0, -100, -100]);
    assert.deepEqual(shifts(LINES, 3, 1), [0, 60, 60, 0]);
    assert.deepEqual(shifts(LINES, 2, 2), [0, 0, 0, 0]);
  });
});

const rule = (etag, other = {}) => ({ id: "r", name: "Bills", query: "bill", actions: { tags: ["a"], folder: null, favourite: false }, on: true, etag, ...other });
const stale = () => { throw new ApiProblem(412, "version-conflict", ""); };

/** Sends a change, of which the first tries are refused; the tags that were sent, and the end. */
async function sent(known, current, refusals = 1) {
  const tags = [];
  const send = async (etag) => (tags.push(etag), tags.length <= refusals ? stale() : "kept");
  const end = await sendAgainst(known, send, async () => (current ? [rule("x", { id: "other" }), current] : [])).catch((error) => error);
  return { tags, end };
}

describe("a change of a rule", () => {
  test("is sent with the tag of the state that was read", async () => {
    assert.deepEqual(await sent(rule("one"), null, 0), { tags: ["one"], end: "kept" });
  });

  test("is sent once more where only the tag is another, as when a folder came", async () => {
    assert.deepEqual(await sent(rule("one"), rule("two", { problem: "folder-missing" })), { tags: ["one", "two"], end: "kept" });
  });

  test("conflicts with a rule that was changed elsewhere, which is told", async () => {
    const current = rule("two", { query: "letter" });
    const { tags, end } = await sent(rule("one"), current);
    assert.deepEqual(tags, ["one"]);
    assert.ok(end instanceof RuleConflict);
    assert.equal(end.current, current);
  });

  test("conflicts with the removal of its rule, and with a second change in the same moment", async () => {
    assert.equal((await sent(rule("one"), null)).end.current, null);
    const { tags, end } = await sent(rule("one"), rule("two"), 2);
    assert.deepEqual([tags, end instanceof RuleConflict], [["one", "two"], true]);
  });

  test("fails as it failed where that is no conflict", async () => {
    const failure = new ApiProblem(507, "storage-full", "");
    await assert.rejects(sendAgainst(rule("one"), () => Promise.reject(failure), async () => []), failure);
  });

  test("is one where anything that people choose differs", () => {
    const one = rule("a");
    for (const other of [{ name: "B" }, { query: "c" }, { on: false }, { actions: { tags: [], folder: null, favourite: false } }, { actions: { tags: ["a"], folder: "", favourite: false } }]) {
      assert.equal(saysTheSame(one, rule("a", other)), false, JSON.stringify(other));
    }
    assert.equal(saysTheSame(one, rule("b", { problem: "folder-missing" })), true);
  });

  test("carries the tag to the server for each way in which a rule can change", async () => {
    const asked = [];
    const take = async (path, options) => (asked.push([options.method, path, options.headers]), { state: "finished" });
    const api = new RuleApi({ ask: take, send: take });
    await api.change(rule('"t"'), 2);
    await api.remove(rule('"t"'));
    await api.apply(rule('"t"'));
    await api.remove(rule(undefined));
    const headers = { "If-Match": '"t"' };
    assert.deepEqual(asked, [["PUT", "/rules/r", headers], ["DELETE", "/rules/r", headers], ["POST", "/rules/r/apply", headers], ["DELETE", "/rules/r", undefined]]);
  });
});
