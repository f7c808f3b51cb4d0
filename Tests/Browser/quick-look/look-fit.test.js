import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { covering, fitted, pageAt, stepOf } from "../../../Public/quick-look/look-fit.js";

describe("A page in a quick look", () => {
  const room = { width: 800, height: 600 };

  test("is whole, and as large as there is room for", () => {
    assert.deepEqual(fitted({ width: 612, height: 792 }, room), { width: 464, height: 600 });
    assert.deepEqual(fitted({ width: 4000, height: 1000 }, room), { width: 800, height: 200 });
  });

  test("is no larger than its pixels where it is a picture", () => {
    assert.deepEqual(fitted({ width: 64, height: 32 }, room, 1), { width: 64, height: 32 });
    assert.deepEqual(fitted({ width: 8000, height: 1 }, room, 1), { width: 800, height: 1 });
  });

  test("has no size where nothing is known of it", () => {
    assert.deepEqual(fitted({ width: 0, height: 10 }, room), { width: 0, height: 0 });
  });

  test("is the one that fills most of the room", () => {
    assert.equal(pageAt({ scrollTop: 0, clientHeight: 500 }, 12), 1);
    assert.equal(pageAt({ scrollTop: 760, clientHeight: 500 }, 12), 3);
    assert.equal(pageAt({ scrollTop: 9000, clientHeight: 500 }, 12), 12);
    assert.equal(pageAt({ scrollTop: 10, clientHeight: 0 }, 12), 1);
  });

  test("covers a card by moving and growing", () => {
    const sheet = { left: 100, top: 50, width: 400, height: 600 };
    assert.equal(covering(sheet, { left: 10, top: 20, width: 100, height: 150 }), "translate(-90px, -30px) scale(0.25, 0.25)");
  });
});

describe("A drag across", () => {
  test("leads on where it went far", () => {
    assert.equal(stepOf(-400, 0, 1000), 1);
    assert.equal(stepOf(400, 0, 1000), -1);
    assert.equal(stepOf(-200, 0, 1000), 0);
  });

  test("leads on where it was quick, however short", () => {
    assert.equal(stepOf(-60, -900, 1000), 1);
    assert.equal(stepOf(60, 900, 1000), -1);
  });

  test("leads nowhere where it is thrown back", () => {
    assert.equal(stepOf(-600, 900, 1000), 0);
  });
});
