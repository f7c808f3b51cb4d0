import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { MOST_KEPT, MOST_LOADING, TileCache } from "../../../Public/reader/tiles/tile-cache.js";
import { TileGrid } from "../../../Public/reader/tiles/tile-grid.js";
import { planTiles } from "../../../Public/reader/tiles/tile-plan.js";
import { LETTER } from "./page-scrolls.js";

const WHOLE = { x: 0, y: 0, width: 1, height: 1 };

function gridOf(page, full, isRaster = false) {
  return new TileGrid(page, { full, side: 1024, url: ({ key }) => key }, isRaster);
}

const letter = gridOf(LETTER, { width: 2448, height: 3168 });

describe("the tiles of a page", () => {
  test("E28 cover it once, without gap or overlap, at every factor", () => {
    const a4 = gridOf({ width: 595.276, height: 841.89 }, { width: 2382, height: 3368 });
    for (const [grid, full] of [[letter, 2448 * 3168], [a4, 2382 * 3368]]) {
      for (const factor of [4, 2, 4 / 3, 1, 2 / 3, 0.5]) {
        const tiles = grid.tilesIn(WHOLE, factor);
        const area = tiles.reduce((sum, { region }) => sum + region.width * region.height, 0);
        const seen = tiles.reduce((sum, { frame }) => sum + frame.width * frame.height, 0);
        assert.equal(area, full);
        assert.ok(Math.abs(seen - 1) < 1e-9, `${seen} at ${factor}`);
        assert.equal(new Set(tiles.map(({ key }) => key)).size, tiles.length);
      }
    }
  });

  test("E26 one says which part of the full image it shows, and nothing else is drawn for it", () => {
    const tile = letter.tilesIn(WHOLE, 1).find(({ key }) => key === "1/1,2");
    assert.deepEqual([tile?.region, tile?.size], [{ x: 1024, y: 2048, width: 1024, height: 1024 }, { width: 1024, height: 1024 }]);
    const small = new TileGrid(LETTER, { full: { width: 2448, height: 3168 }, side: 256, url: ({ key }) => key }, false);
    assert.deepEqual(small.tilesIn(WHOLE, 1).find(({ key }) => key === "1/1,2")?.region, { x: 256, y: 512, width: 256, height: 256 });
  });

  test("E28 those at the right and the lower edge are what is left", () => {
    const tiles = letter.tilesIn(WHOLE, 1);
    assert.equal(tiles.length, 3 * 4);
    assert.deepEqual(tiles.at(-1)?.region, { x: 2048, y: 3072, width: 400, height: 96 });
    assert.deepEqual(letter.tilesIn(WHOLE, 2).at(-1)?.size, { width: 200, height: 560 });
  });

  test("a tile that hangs over a page that is no whole pixels lies on what is there of it", () => {
    const grid = gridOf({ width: 595.276, height: 841.89 }, { width: 2382, height: 3368 });
    const { frame } = grid.tilesIn(WHOLE, 4).at(-1);
    assert.equal(frame.x + frame.width, 1);
    assert.equal(frame.y + frame.height, 1);
  });

  test("below factor 1 a vector page gains detail: regions smaller than their tiles", () => {
    const [tile] = letter.tilesIn({ x: 0, y: 0, width: 1e-6, height: 1e-6 }, 1 / 16);
    assert.deepEqual([tile.region, tile.size], [{ x: 0, y: 0, width: 64, height: 64 }, { width: 1024, height: 1024 }]);
  });

  test("E25 only those that meet the part that is asked for are given", () => {
    const part = { x: 300 / 2448, y: 500 / 3168, width: 800 / 2448, height: 600 / 3168 };
    assert.deepEqual(letter.tilesIn(part, 0.25).map(({ key }) => key).at(0), "0.25/1,1");
    assert.equal(letter.tilesIn(part, 0.25).length, 4 * 4);
    assert.deepEqual(letter.tilesIn({ x: 0.5, y: 0.5, width: 0, height: 0 }, 1), []);
    assert.deepEqual(letter.tilesIn({ x: 2, y: 2, width: 1, height: 1 }, 1), []);
  });

  test("a part that ends at the edge of a tile does not ask for the next one", () => {
    assert.equal(letter.tilesIn({ x: 0, y: 0, width: 1024 / 2448, height: 1024 / 3168 }, 1).length, 1);
  });
});

describe("the resolution of tiles", () => {
  test("E41 is the least that is not scaled up", () => {
    assert.deepEqual([2448, 1224, 1900, 600].map((width) => letter.factorFor(width)), [1, 2, 1, 4]);
    assert.deepEqual([3700, 4896, 7400].map((width) => letter.factorFor(width)), [0.5, 0.5, 0.25]);
  });

  test("E42 a page has one tile where it fits, four above that, and sixteen above twice its size", () => {
    const image = new TileGrid({ width: 208, height: 208 }, { full: { width: 832, height: 832 }, side: 208, url: ({ key }) => key }, true);
    for (const [zoom, factor, count] of [[1, 4, 1], [1.5, 2, 4], [3, 1, 16]]) {
      assert.equal(image.factorFor(zoom * 208), factor);
      assert.equal(image.tilesIn(WHOLE, factor).length, count);
    }
  });

  test("between two levels a drawn page has the tiles of the finer one with three quarters of its pixels", () => {
    assert.deepEqual([1300, 1836, 1837, 2500, 3672].map((width) => letter.factorFor(width)), [4 / 3, 4 / 3, 4 / 3, 2 / 3, 2 / 3]);
    const [fine, less] = [1, 4 / 3].map((factor) => letter.tilesIn(WHOLE, factor));
    assert.deepEqual(less.map(({ region }) => region), fine.map(({ region }) => region));
    assert.deepEqual(less.map(({ size }) => [size.width, size.height]), fine.map(({ size }) => [size.width * 0.75, size.height * 0.75]));
    assert.equal(less.some(({ key }) => fine.some((tile) => tile.key === key)), false);
  });

  test("E39 E40 each level is twice as fine as the one below it; a drawn page has some beyond its full image, a picture none", () => {
    const factors = (grid) => [...new Set(Array.from({ length: 400 }, (_, step) => grid.factorFor(100 * 1.05 ** step)))];
    const picture = gridOf({ width: 6000, height: 4000 }, { width: 6000, height: 4000 }, true);
    for (const [grid, coarsest, finest] of [[letter, 4, 1 / 64], [picture, 8, 1]]) {
      const found = factors(grid).filter((factor) => Number.isInteger(Math.log2(factor)));
      assert.deepEqual([found[0], found.at(-1)], [coarsest, finest]);
      found.slice(1).forEach((factor, index) => assert.equal(found[index] / factor, 2));
    }
  });

  test("a page that is a hair wider than a resolution does not ask for the next", () => {
    assert.equal(letter.factorFor(2449), 1);
  });

  test("of a picture is never finer than its pixels", () => {
    const picture = gridOf({ width: 6000, height: 4000 }, { width: 6000, height: 4000 }, true);
    assert.deepEqual([picture.factorFor(48_000), picture.factorFor(6000), picture.factorFor(100)], [1, 1, 8]);
  });

  test("has an end, whatever comes in", () => {
    assert.deepEqual([Infinity, Number.NaN, 0, -1].map((width) => letter.factorFor(width)), [1, 1, 1, 1]);
    assert.equal(letter.factorFor(1e12), 1 / 64);
    assert.equal(letter.factorFor(1e-3), 4);
    assert.deepEqual([1024, 1025].map((width) => gridOf({ width, height: 9 }, { width, height: 9 }).coarsest), [1, 2]);
  });
});

describe("the plan of a page's tiles", () => {
  const frame = { x: 16, y: 16, width: 2448, height: 3168 };

  test("has what is seen, nearest to its middle first", () => {
    const box = { x: 16, y: 16, width: 2000, height: 2000 };
    const { seen } = planTiles(letter, frame, box, 1);
    assert.deepEqual(seen.map(({ key }) => key).sort(), ["1/0,0", "1/0,1", "1/1,0", "1/1,1"]);
    const off = planTiles(letter, frame, { ...box, x: 600, y: 800 }, 1);
    assert.equal(off.seen[0]?.key, "1/1,1");
  });

  test("and a margin around it, which is loaded after it", () => {
    const { seen, near } = planTiles(letter, frame, { x: 16, y: 16, width: 1000, height: 1000 }, 1);
    assert.deepEqual(seen.map(({ key }) => key), ["1/0,0"]);
    assert.deepEqual(near.map(({ key }) => key).sort(), ["1/0,1", "1/1,0", "1/1,1"]);
    const middle = planTiles(letter, frame, { x: 16 + 1030, y: 16 + 1030, width: 1000, height: 1000 }, 1);
    assert.deepEqual(middle.seen.map(({ key }) => key), ["1/1,1"]);
    assert.equal(middle.near.length, 8);
  });

  test("is empty where nothing of the page is seen", () => {
    assert.deepEqual(planTiles(letter, frame, { x: 0, y: 9000, width: 800, height: 600 }, 1), { seen: [], near: [] });
  });

  test("E27 has finer tiles on a screen of more pixels", () => {
    const box = { x: 16, y: 16, width: 100, height: 100 };
    assert.equal(planTiles(letter, frame, box, 1).seen[0]?.factor, 1);
    assert.equal(planTiles(letter, frame, box, 2).seen[0]?.factor, 0.5);
  });
});

class FakeImage {
  src = "";
  decode() {
    return new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
  }
}

function cacheOf() {
  const images = [];
  let changes = 0;
  const cache = new TileCache(() => images[images.push(new FakeImage()) - 1], () => (changes += 1));
  const arrive = async (url) => {
    images.findLast(({ src }) => src === url)?.resolve();
    await Promise.resolve();
    await Promise.resolve();
  };
  const loading = () => images.map(({ src }) => src).filter((src) => src !== "");
  return { cache, images, arrive, loading, changes: () => changes };
}

const wanted = (...names) => names.map((name) => ({ key: name, url: `/${name}` }));
const many = (count, from = 0) => wanted(...Array.from({ length: count }, (_, index) => `t${index + from}`));

describe("the cache of tiles", () => {
  test("loads the most urgent ones first, as many at once as there are connections", async () => {
    const { cache, arrive, loading } = cacheOf();
    cache.want(many(9));
    assert.deepEqual(loading(), many(MOST_LOADING).map(({ url }) => url));
    await arrive("/t2");
    assert.equal(loading().at(-1), "/t6");
    assert.ok(cache.image("t2") && !cache.image("t0"));
  });

  test("ends the request for what is wanted no more", () => {
    const { cache, images } = cacheOf();
    cache.want(wanted("a", "b"));
    cache.want(wanted("b"));
    assert.deepEqual(images.map(({ src }) => src), ["", "/b"]);
    assert.equal(cache.isComing("a"), false);
  });

  test("does not ask again for what is there or under way", async () => {
    const { cache, images, arrive } = cacheOf();
    cache.want(wanted("a", "b"));
    await arrive("/a");
    cache.want(wanted("b", "a"));
    assert.equal(images.length, 2);
  });

  test("E29 keeps what is wanted no more while there is room, and drops the oldest of it", async () => {
    const { cache, arrive } = cacheOf();
    for (let index = 0; index < MOST_KEPT + 3; index += 1) {
      cache.want(many(1, index));
      await arrive(`/t${index}`);
    }
    cache.want([]);
    assert.equal(cache.size, MOST_KEPT);
    assert.ok(!cache.image("t2") && cache.image("t3"));
  });

  test("E29 a dropped tile is asked for again when it is seen again", async () => {
    const { cache, arrive, loading } = cacheOf();
    for (let index = 0; index < MOST_KEPT + 1; index += 1) {
      cache.want(many(1, index));
      await arrive(`/t${index}`);
    }
    cache.want(many(1, 0));
    assert.equal(loading().at(-1), "/t0");
    assert.ok(cache.isComing("t0"));
  });

  test("never drops what is wanted, however much that is", async () => {
    const { cache, arrive } = cacheOf();
    cache.want(many(MOST_KEPT + 20));
    for (let index = 0; index < MOST_KEPT + 20; index += 1) await arrive(`/t${index}`);
    assert.equal(cache.size, MOST_KEPT + 20);
  });

  test("a tile that fails is not waited for, and tried again only when it has been out of sight", async () => {
    const { cache, images, changes } = cacheOf();
    cache.want(wanted("a"));
    images[0].reject(new Error("503"));
    await new Promise(setImmediate);
    assert.deepEqual([cache.isComing("a"), changes()], [false, 1]);
    cache.want(wanted("a"));
    assert.equal(images.length, 1);
    cache.want([]);
    cache.want(wanted("a"));
    assert.equal(images.length, 2);
  });

  test("an image that comes after it was let go is not kept", async () => {
    const { cache, images, changes } = cacheOf();
    cache.want(wanted("a"));
    cache.clear();
    images[0].resolve();
    await new Promise(setImmediate);
    assert.deepEqual([cache.size, changes()], [0, 0]);
  });
});
