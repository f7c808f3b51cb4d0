import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { UploadCard } from "../../../Public/library/uploads/upload-view.js";

/** As much of an element as has the focus, or not. */
class PlayedElement extends EventTarget {
  style = {};
  dataset = {};
  attributes = new Map();
  hidden = false;

  setAttribute(name, value) { this.attributes.set(name, value); }
  removeAttribute(name) { this.attributes.delete(name); }
  append() {}
  prepend() {}
  focus() { document.activeElement = this; }
}

beforeEach(() => {
  const make = () => new PlayedElement();
  globalThis.document = { activeElement: null, createElement: make, createElementNS: make };
});
afterEach(() => { delete globalThis.document; });

const upload = (status) => ({ id: 1, name: "again.pdf", size: 100, sent: 0, status, reason: "The connection was lost." });

describe("the card of a file that was not added", () => {
  test("gives the focus to what cancels it when it is tried again", () => {
    const card = new UploadCard(upload("failed"), { cancel: () => {}, retry: () => {} });
    const retry = card.focusTarget;
    retry.focus();
    card.update(upload("waiting"));
    assert.deepEqual([document.activeElement === card.focusTarget, retry.hidden], [true, true]);
    assert.notEqual(card.focusTarget, retry);
  });

  test("takes the focus from nothing else", () => {
    const card = new UploadCard(upload("failed"), { cancel: () => {}, retry: () => {} });
    const other = new PlayedElement();
    other.focus();
    card.update(upload("waiting"));
    assert.equal(document.activeElement, other);
  });
});
