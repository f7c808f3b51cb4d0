/** Images that are fetched before their pages are turned to. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ONE_COLUMN } from "../../../Public/reader/page-layout.js";
import { PageImages } from "../../../Public/reader/tiles/page-images.js";
import { PagesAhead } from "../../../Public/reader/tiles/pages-ahead.js";
import { CSS_PIXELS_PER_POINT, Viewport } from "../../../Public/reader/viewport.js";

const later = () => new Promise((resolve) => setImmediate(resolve));

/** Ports that note what is asked for; `come` lets an image come. */
function ports({ savesData = false } = {}) {
  const [asked, ended, coming] = [[], [], new Map()];
  const make = (url) => {
    asked.push(url);
    return { set src(to) { if (to === "") ended.push(url); }, decode: () => new Promise((resolve, reject) => coming.set(url, { resolve, reject })) };
  };
  const end = async (url, how) => (coming.get(url)[how](), await later());
  return { asked, ended, come: (url) => end(url, "resolve"), fail: (url) => end(url, "reject"), make, savesData: () => savesData };
}

describe("Images ahead", () => {
  test("are fetched one after the other, in order, each once", async () => {
    const all = ports();
    const ahead = new PagesAhead(all);
    ahead.want(["6", "7"]);
    assert.deepEqual(all.asked, ["6"]);
    await all.come("6");
    assert.deepEqual(all.asked, ["6", "7"]);
    await all.come("7");
    ahead.want(["6", "7"]);
    assert.deepEqual(all.asked, ["6", "7"]);
  });

  test("that are no longer next are ended, and one that still is goes on", async () => {
    const all = ports();
    const ahead = new PagesAhead(all);
    ahead.want(["6", "7"]);
    ahead.want(["6", "8"]);
    assert.deepEqual([all.asked, all.ended], [["6"], []]);
    ahead.want(["40", "41"]);
    assert.deepEqual([all.asked, all.ended], [["6", "40"], ["6"]]);
    await all.come("6");
    assert.deepEqual(all.asked, ["6", "40"]);
    ahead.rest();
    assert.deepEqual(all.ended, ["6", "40"]);
  });

  test("one that cannot be had does not hold up the next", async () => {
    const all = ports();
    new PagesAhead(all).want(["6", "7"]);
    await all.fail("6");
    assert.deepEqual(all.asked, ["6", "7"]);
  });

  test("are not fetched where little is to be loaded", () => {
    const all = ports({ savesData: true });
    new PagesAhead(all).want(["6", "7"]);
    assert.deepEqual(all.asked, []);
  });
});

describe("Pages ahead", () => {
  const viewport = (arrangement = ONE_COLUMN, pages = 12) => new Viewport({
    pages: Array(pages).fill({ width: 612, height: 792 }), unit: CSS_PIXELS_PER_POINT, raster: false, box: { width: 1200, height: 800 }, pixelRatio: 1,
    zoom: { mode: "scale", scale: 1 }, arrangement, turn: 0, bars: { top: 0, bottom: 0 },
  });
  const tiles = { clear: () => {}, show: () => {} };
  /** The pictures that are wanted ahead while `visible` is seen and the images of `coming` are on their way. */
  function wanted(visible, { coming = [], shown = viewport() } = {}) {
    let urls = null;
    const ahead = { want: (all) => void (urls = all), rest: () => void (urls = []) };
    const view = (page) => ({ loading: coming.includes(page), pixels: 816, tiles, show: () => {}, rest: () => {} });
    const source = { imageUrl: (page, width) => `${page}?${width}` };
    new PageImages(source, { view }, () => {}, ahead).load(shown, shown.frame(visible[0]), visible);
    return urls;
  }

  test("are two behind page 5: page 6 in the document, page 7 at the width that is shown", () => {
    assert.deepEqual(wanted([5]), ["7?816"]);
  });

  test("are none while a page that is seen is not sharp, and wait for page 6", () => {
    assert.deepEqual(wanted([5], { coming: [5] }), []);
    assert.equal(wanted([5], { coming: [6] }), null);
  });

  test("are none behind the last page, and none where the spread behind has both", () => {
    assert.deepEqual(wanted([11]), []);
    assert.deepEqual(wanted([12]), []);
    assert.deepEqual(wanted([5, 6], { shown: viewport({ flow: "down", spread: "double" }) }), []);
  });
});
