import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { askForSystemNotices, mayAskForSystemNotices, showSystemNotice } from "../../../Public/shell/system-notices.js";

/** A browser of which the page is hidden or not, and that keeps the messages that it shows. */
function browser({ hidden = true, permission = "granted", worker = false }) {
  const shown = [];
  class Notification extends EventTarget {
    static permission = permission;
    static requestPermission = async () => Notification.permission;
    constructor(title, { body, tag }) {
      super();
      shown.push({ by: "page", title, body, tag });
    }
  }
  const registration = { active: {}, showNotification: async (title, { body, tag }) => void shown.push({ by: "worker", title, body, tag }) };
  Object.assign(globalThis, { document: { hidden }, Notification });
  Object.defineProperty(globalThis, "navigator", {
    configurable: true, value: { serviceWorker: worker ? { getRegistration: async () => registration } : undefined },
  });
  return shown;
}

afterEach(() => {
  for (const name of ["document", "Notification"]) Reflect.deleteProperty(globalThis, name);
});

describe("LN-1 a message of the system", () => {
  test("is shown while the page is hidden, by the page or by its worker", async () => {
    const shown = browser({});
    await showSystemNotice("Adding a.pdf", "Done", "job-1");
    assert.deepEqual(shown, [{ by: "page", title: "Adding a.pdf", body: "Done", tag: "job-1" }]);
    const told = browser({ worker: true });
    await showSystemNotice("Adding a.pdf", "Done", "job-1");
    assert.deepEqual(told.map(({ by }) => by), ["worker"]);
  });

  test("is not shown to one who looks at the page, nor where it was not allowed", async () => {
    for (const state of [{ hidden: false }, { permission: "denied" }, { permission: "default" }]) {
      const shown = browser(state);
      await showSystemNotice("Adding a.pdf", "Done", "job-1");
      assert.deepEqual(shown, []);
    }
  });

  test("is asked for once, and not where the browser has none", async () => {
    browser({ permission: "default" });
    assert.equal(mayAskForSystemNotices(), true);
    assert.equal(await askForSystemNotices(), false);
    browser({ permission: "denied" });
    assert.equal(mayAskForSystemNotices(), false);
    Reflect.deleteProperty(globalThis, "Notification");
    assert.equal(mayAskForSystemNotices(), false);
  });
});
