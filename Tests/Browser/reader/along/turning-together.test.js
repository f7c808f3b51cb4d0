/** Windows of one document that turn its pages together. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TurningTogether } from "../../../../Public/reader/along/turning-together.js";
import { Channels, later } from "./channels.js";

function browser() {
  const channels = new Channels();
  const sent = [];
  let now = 0;
  const open = (name, { choice = null, document = "a", page = 1, spread = (to) => to } = {}) => {
    let [rest, kept] = [null, choice];
    const state = { page, isHeld: false, said: [] };
    const together = new TurningTogether(document, {
      name, channel: channels.open(), send: (turn) => sent.push(turn), page: () => state.page, now: () => now,
      goTo: (to) => (state.page = spread(to), together.moved()), isHeld: () => state.isHeld, rest: () => new Promise((resolve) => (rest = resolve)),
      kept: { get: () => kept, set: (chosen) => (kept = chosen) }, changed: (isInvited) => state.said.push(isInvited ? "invited" : "chosen"),
    }, new AbortController().signal);
    together.moved();
    const turn = (to) => (state.page = to, together.moved());
    const release = async () => (state.isHeld = false, rest?.(), await later());
    return { together, state, turn, release };
  };
  return { open, channels, sent, wait: (milliseconds) => (now += milliseconds) };
}

/** Two windows that turn together. */
function pair(options = {}) {
  const all = browser();
  const [one, other] = [all.open("one", { choice: "together" }), all.open("other", { choice: "together", ...options })];
  return { ...all, one, other };
}

describe("Windows that turn together", () => {
  test("show the page that one of them turns to, and nothing goes in circles", () => {
    const { one, other, channels, sent } = pair();
    one.turn(4);
    assert.equal(other.state.page, 4);
    other.turn(5);
    assert.equal(one.state.page, 5);
    assert.equal(channels.sent.filter(({ page }) => page).length, 2);
    assert.deepEqual(sent.map(({ from, page }) => [from, page]), [["one", 4], ["other", 5]]);
  });

  test("do so whether spreads have one page or two", () => {
    const { one, other, sent } = pair({ spread: (page) => page - ((page + 1) % 2) });
    one.turn(4);
    assert.deepEqual([one.state.page, other.state.page, sent.length], [4, 3, 1]);
  });

  test("are chosen: in one window for all that are open, and left by one alone", () => {
    const { open } = browser();
    const [one, other, elsewhere] = [open("one"), open("other"), open("third", { document: "b" })];
    one.turn(3);
    assert.equal(other.state.page, 1);
    one.together.toggle();
    assert.deepEqual([other.together.isOn, other.state.said, elsewhere.together.isOn], [true, ["invited"], false]);
    other.together.toggle();
    one.turn(4);
    assert.deepEqual([one.together.isOn, other.together.isOn, other.state.page], [true, false, 1]);
    one.together.toggle();
    assert.equal(one.together.isOn, false);
  });

  test("take in one that is opened later, at its own page, but none that was left", () => {
    const { open } = browser();
    const one = open("one", { choice: "together", page: 3 });
    const later = open("later", { page: 7 });
    assert.deepEqual([later.together.isOn, later.state.page, one.state.page], [true, 7, 3]);
    assert.equal(open("left", { choice: "alone" }).together.isOn, false);
  });

  test("do not turn where a document begins", () => {
    const { one, other } = pair();
    one.together.begin();
    one.turn(9);
    assert.equal(other.state.page, 1);
    one.turn(8);
    assert.equal(other.state.page, 8);
  });

  test("move nothing under a hand: what was heard is shown when it lets go", async () => {
    const { one, other } = pair();
    other.state.isHeld = true;
    one.turn(3);
    one.turn(4);
    await later();
    assert.equal(other.state.page, 1);
    await other.release();
    assert.equal(other.state.page, 4);
  });

  test("leave the last word to the hand where it turned a page itself", async () => {
    const { one, other } = pair();
    other.state.isHeld = true;
    one.turn(3);
    other.turn(9);
    await other.release();
    assert.deepEqual([one.state.page, other.state.page], [9, 9]);
  });

  test("hear of a turn twice, by channel and by the server, and make it once", () => {
    const { one, other, sent, wait } = pair();
    one.turn(4);
    other.turn(6);
    wait(5_000);
    other.together.turned(sent[0]);
    one.together.turned(sent[0]);
    assert.deepEqual([one.state.page, other.state.page], [6, 6]);
  });

  test("come to one page where two turn at once", () => {
    const [here, there] = [browser(), browser()];
    const [one, other] = [here.open("one", { choice: "together" }), there.open("other", { choice: "together" })];
    one.turn(4);
    other.turn(7);
    one.together.turned(there.sent[0]);
    other.together.turned(here.sent[0]);
    assert.equal(one.state.page, other.state.page);
  });

  test("follow one that was loaded anew and counts from the start", () => {
    const { open, one, wait } = { ...pair() };
    for (let page = 2; page < 20; page += 1) one.turn(page);
    wait(3_000);
    const anew = open("anew", { choice: "together" });
    anew.turn(5);
    assert.equal(one.state.page, 5);
  });

  test("take no words for a turn that are none", () => {
    const { one } = pair();
    for (const words of [null, "3", {}, { document: "a", from: "x", page: "3", turn: 9 }, { document: "a", from: "x", page: -1, turn: 9 }, { document: "b", from: "x", page: 3, turn: 9 }]) {
      one.together.turned(words);
    }
    assert.equal(one.state.page, 1);
  });
});
