/** Boards painted small: what lies in the picture, and whose pages are fetched for it. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { commonFrame, picturedCards } from "../../../Public/board/board-miniature.js";
import { MiniaturePictures } from "../../../Public/board/miniature-pictures.js";
import { board, card } from "./boards.js";

const square = () => 1;
const lying = (x, facts = {}) => card({ id: `c${x}`, x, y: 0, width: 100, scale: 1, rotation: 0, ...facts });

describe("a board painted small", () => {
  test("two forms have one frame, so that a page that was moved is seen to be elsewhere", () => {
    const frame = commonFrame([board([lying(0)]), board([lying(400)])], square);
    assert.deepEqual(frame, { x: -50, y: -50, width: 500, height: 100 });
  });

  test("empty boards have a frame, too", () => {
    const { width, height } = commonFrame([board([]), board([])], square);
    assert.ok(width > 0 && height > 0);
  });

  test("of many pages the largest ones are pictured", () => {
    const many = Array.from({ length: 40 }, (_, place) => lying(place, { scale: 1 + place }));
    const found = picturedCards(board(many), commonFrame([board(many)], square));
    assert.equal(found.length, 24);
    assert.equal(found[0].card, many[39]);
    assert.ok(found.every(({ card: { scale } }) => scale > 16));
  });

  test("a page of which nothing is known yet is asked for, and is a blank sheet meanwhile", () => {
    const wanted = [];
    const pages = { want: (id) => void wanted.push(id), imageUrl: () => null };
    const pictures = new MiniaturePictures(pages, () => assert.fail("nothing came"));
    assert.equal(pictures.of(lying(0, { document: "d7" }), 40), null);
    assert.deepEqual(wanted, ["d7"]);
  });
});
