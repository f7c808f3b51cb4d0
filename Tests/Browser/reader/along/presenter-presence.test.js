/** Whether a document is shown in a second window, as the tabs of a browser know it. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PresenterPresence } from "../../../../Public/reader/along/presenter-presence.js";
import { Channels, later, Locks } from "./channels.js";

function browser({ hasLocks = true } = {}) {
  const [channels, locks] = [new Channels(), hasLocks ? new Locks() : null];
  const tab = (document = "a") => {
    const [said, end] = [[], new AbortController()];
    const presence = new PresenterPresence(document, { channel: channels.open(), locks, changed: (isConnected) => said.push(isConnected) }, end.signal);
    return { presence, said, close: () => end.abort() };
  };
  return { tab, locks };
}

for (const hasLocks of [true, false]) {
  describe(hasLocks ? "A second window" : "A second window, where the browser has no locks,", () => {
    test("is told of when the tab opens and closes it", async () => {
      const { presence, said } = browser({ hasLocks }).tab();
      assert.equal(presence.isConnected, false);
      presence.own(true);
      presence.own(true);
      presence.own(false);
      await later();
      assert.deepEqual(said, [true, false]);
    });

    test("is known to other tabs of the document, and to no others", async () => {
      const { tab } = browser({ hasLocks });
      const [one, other, elsewhere] = [tab(), tab(), tab("b")];
      one.presence.own(true);
      await later();
      assert.deepEqual([other.said, elsewhere.said], [[true], []]);
      one.presence.own(false);
      await later();
      assert.deepEqual(other.said, [true, false]);
    });

    test("that was there first is found by a tab that comes later", async () => {
      const { tab } = browser({ hasLocks });
      const first = tab();
      first.presence.own(true);
      await later();
      const second = tab();
      await later();
      assert.equal(second.presence.isConnected, true);
      first.close();
      await later();
      assert.equal(second.presence.isConnected, false);
    });
  });
}

describe("A second window", () => {
  test("is known to be gone when its tab is killed", async () => {
    const { tab, locks } = browser();
    const [one, other] = [tab(), tab()];
    one.presence.own(true);
    await later();
    locks.drop("sheaf-presenting-a");
    await later();
    assert.deepEqual(other.said, [true, false]);
  });

  test("of one tab is there still when that of another closes", async () => {
    const { tab } = browser();
    const [one, other, watching] = [tab(), tab(), tab()];
    one.presence.own(true);
    await later();
    other.presence.own(true);
    one.presence.own(false);
    await later();
    await later();
    assert.equal(watching.presence.isConnected, true);
    other.presence.own(false);
    await later();
    assert.equal(watching.presence.isConnected, false);
  });

  test("is told to be closed where the page goes away and the browser has no locks", () => {
    const { tab } = browser({ hasLocks: false });
    const [one, other] = [tab(), tab()];
    one.presence.own(true);
    one.presence.leave();
    assert.deepEqual(other.said, [true, false]);
  });
});
