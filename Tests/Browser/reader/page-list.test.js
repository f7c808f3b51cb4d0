/** Which pages are in the document: those that are seen, and one on either side. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { ORIGIN } from "../../../Public/gestures/geometry/index.js";
import { PageList } from "../../../Public/reader/page-list.js";
import { viewportOf } from "./page-scrolls.js";

/** As much of an element as the pages need. */
class PlayedElement {
  children = [];
  style = {};
  parent = null;

  append(...children) {
    for (const child of children) this.insertBefore(child, null);
  }

  insertBefore(child, next) {
    child.parent = this;
    this.children.splice(next ? this.children.indexOf(next) : this.children.length, 0, child);
  }

  remove() {
    this.parent?.children.splice(this.parent.children.indexOf(this), 1);
    this.parent = null;
  }

  setAttribute() {}
  removeAttribute() {}
}

beforeEach(() => { globalThis.document = { createElement: () => new PlayedElement() }; });
afterEach(() => { delete globalThis.document; });

function pageList() {
  const list = new PageList({ name: (page) => `Page ${page}` }, { quickUrl: () => null }, () => {}, { add() {}, remove() {} });
  const viewport = viewportOf();
  const draw = (first, last, isReached = () => true) => list.draw({ viewport, rested: viewport, origin: ORIGIN, range: { first, last }, isReached, shiftOf: () => ORIGIN });
  const drawn = () => Array.from({ length: 14 }, (_, page) => page).filter((page) => list.view(page));
  const inOrder = () => list.element.children.map((child) => drawn().find((page) => list.view(page).element === child));
  return { list, draw, drawn, inOrder };
}

test("Pages that are seen are in the document, and one on either side; the others are removed", () => {
  const { draw, drawn, inOrder } = pageList();
  draw(4, 5);
  assert.deepEqual(drawn(), [3, 4, 5, 6]);
  draw(6, 7);
  assert.deepEqual(drawn(), [5, 6, 7, 8]);
  draw(4, 4);
  assert.deepEqual(inOrder(), [3, 4, 5]);
});

test("There is no page before the first and none behind the last", () => {
  const { draw, drawn } = pageList();
  draw(1, 1);
  assert.deepEqual(drawn(), [1, 2]);
  draw(12, 12);
  assert.deepEqual(drawn(), [11, 12]);
});

test("A page that stays is the same view, also on either side, and a list that is cleared has none", () => {
  const { list, draw, drawn } = pageList();
  const views = () => drawn().map((page) => list.view(page));
  draw(4, 5);
  const before = views();
  draw(5, 6);
  views().slice(0, 3).forEach((view, index) => assert.equal(view, before[index + 1]));
  const after = views();
  draw(4, 5);
  views().slice(1).forEach((view, index) => assert.equal(view, after[index]));
  list.clear();
  assert.deepEqual([drawn(), list.element.children], [[], []]);
});
