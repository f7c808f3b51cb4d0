/** How the pages of a document are scrolled, zoomed and paged. That they glide and bounce is the scroll view's own. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PageNavigation } from "../../../Public/reader/page-navigation.js";
import { GAP } from "../../../Public/reader/page-layout.js";
import { AIR } from "../../../Public/reader/viewport.js";
import { LETTER, PHONE, run, scrollAt, viewportOf } from "./page-scrolls.js";

const near = (actual, wanted, tolerance, what) => {
  assert.ok(Math.abs(actual - wanted) <= tolerance, `${what ?? "value"}: ${actual}, not ${wanted} ± ${tolerance}`);
};

const samePlace = (actual, wanted) => {
  assert.equal(actual.page, wanted.page);
  near(actual.fraction.x, wanted.fraction.x, 0.003, "across");
  near(actual.fraction.y, wanted.fraction.y, 0.003, "down");
};

const pinch = ({ view }, factor, at = { x: 100, y: 100 }) => {
  view.interaction.touchesDown();
  view.interaction.beginZooming(at);
  view.interaction.zoom(factor, at);
};

const lift = (scroll, found = "scale") => {
  scroll.view.interaction.endZooming();
  scroll.view.interaction.touchesUp();
  scroll.settleZoom(found);
  run(scroll);
};

const PAGED = { flow: "paged", spread: "single" };

describe("the zoom of pages", () => {
  test("that fingers leave within 4 % of the smallest one snaps to it, and one farther away stays", () => {
    const zoomAfter = (share) => {
      const { smallest } = viewportOf();
      const scroll = scrollAt({ x: 0, y: 400 }, { scale: 2 * smallest.zoom });
      pinch(scroll, share / 2);
      lift(scroll);
      return scroll.viewport.zoom / smallest.zoom;
    };
    near(zoomAfter(1.03), 1, 1e-9);
    near(zoomAfter(1.05), 1.05, 1e-9);
    near(zoomAfter(1.4), 1.4, 1e-9);
  });

  test("that fingers leave as they found it is the fit that it was, and another one is a scale", () => {
    const zoom = { mode: "width" };
    const modeAfter = (factor) => {
      const scroll = scrollAt({ x: 0, y: 400 }, { zoom, box: { width: 1180, height: 820 } });
      pinch(scroll, 1.1);
      scroll.view.interaction.zoom(factor, { x: 100, y: 100 });
      lift(scroll, "width");
      return [scroll.viewport.mode, scroll.viewport.zoom];
    };
    const fit = viewportOf({ zoom, box: { width: 1180, height: 820 } }).zoom;
    for (const factor of [1, 1.015, 0.985]) assert.deepEqual(modeAfter(factor), ["width", fit]);
    for (const factor of [1.03, 0.97]) assert.equal(modeAfter(factor)[0], "scale");
  });

  test("E33 smaller than it fits comes back to the fit, which then follows the window again", () => {
    const scroll = scrollAt({ x: 0, y: 600 }, { scale: 0.9 });
    pinch(scroll, 0.2);
    assert.ok(scroll.view.zoomScale < viewportOf().zoom && scroll.view.zoomScale > viewportOf().zoom / 2);
    lift(scroll);
    assert.deepEqual([scroll.viewport.mode, scroll.viewport.zoom], ["automatic", viewportOf().zoom]);
  });

  test("of a document with a fold-out, pinched smaller than it fits, leaves pages to be seen", () => {
    const pages = [{ width: 400, height: 500 }, { width: 2000, height: 500 }, { width: 400, height: 500 }];
    const scroll = scrollAt({ x: 0, y: 0 }, { pages });
    scroll.zoomTo(scroll.viewport.chosen({ mode: "scale", scale: 1 }), { x: 100, y: 100 });
    run(scroll);
    pinch(scroll, 0.01);
    lift(scroll);
    const { width, height } = scroll.viewport.layout.content(0);
    const { contentSize } = scroll.view.geometry;
    assert.deepEqual([contentSize.width, contentSize.height], [width, height]);
    const { page } = scroll.placeUnder({ x: 195, y: 350 });
    const frame = scroll.viewport.frame(page);
    assert.ok(frame.x < scroll.seen.x + 390 && frame.x + frame.width > scroll.seen.x);
  });

  test("E33 is beyond the largest while fingers hold it, and comes back to it", () => {
    const scroll = scrollAt({ x: 0, y: 0 }, { scale: 60 });
    pinch(scroll, 2);
    assert.ok(scroll.viewport.zoom > 64 && scroll.viewport.zoom < 128);
    lift(scroll);
    assert.equal(scroll.viewport.zoom, 64);
  });

  test("meets hard limits under a trackpad, and may grow as small as can be chosen", () => {
    const scroll = scrollAt({ x: 0, y: 0 });
    scroll.setElastic(false);
    pinch(scroll, 1e-3);
    assert.equal(scroll.viewport.zoom, 0.1);
    scroll.view.interaction.zoom(1e9, { x: 100, y: 100 });
    assert.equal(scroll.viewport.zoom, 64);
  });

  test("E36 ends with the tapped place under the finger, and passes through even ratios", () => {
    const scroll = scrollAt({ x: 0, y: 600 });
    const at = { x: 150, y: 250 };
    const place = scroll.placeUnder(at);
    const zooms = [];
    scroll.zoomTo(scroll.viewport.scaledTo(1.5), at);
    run(scroll, { each: () => zooms.push(scroll.viewport.zoom) });
    assert.equal(scroll.viewport.zoom, 1.5);
    samePlace(scroll.placeUnder(at), place);
    zooms.forEach((zoom, index) => assert.ok(zoom >= (zooms[index - 1] ?? 0)));
    assert.ok(zooms.length > 10);
  });

  test("to a fit of each page begins with the page as large as it is", () => {
    const pages = [LETTER, LETTER, { width: 1000, height: 600 }, LETTER];
    const scroll = scrollAt({ x: 0, y: 0 }, { pages, zoom: { mode: "scale", scale: 1 } });
    const at = { x: 100, y: 100 };
    scroll.put(scroll.viewport, { page: 3, fraction: { x: 0.5, y: 0.3 } }, at);
    const place = scroll.placeUnder(at);
    const before = scroll.viewport.frame(3).width;
    scroll.zoomTo(scroll.viewport.chosen({ mode: "width" }), at);
    near(scroll.viewport.frame(3).width, before, 2);
    samePlace(scroll.placeUnder(at), place);
    run(scroll);
    near(scroll.viewport.frame(3).width, PHONE.width - 2 * AIR, 17);
  });

  test("that is under way is the wanted one, and its mode is kept in the end", () => {
    const scroll = scrollAt({ x: 0, y: 600 }, { scale: 3 });
    scroll.zoomTo(scroll.viewport.chosen({ mode: "width" }), { x: 100, y: 100 });
    run(scroll, { until: 64 });
    assert.deepEqual([scroll.wanted.mode, scroll.viewport.mode], ["width", "scale"]);
    run(scroll);
    assert.equal(scroll.viewport.mode, "width");
  });

  test("is finished by a wheel, a key or a page turn in its midst", () => {
    const acts = [
      (scroll) => scroll.scrollBy({ x: 0, y: 40 }, { isNotch: false }),
      (scroll) => scroll.scrollBy({ x: 0, y: 120 }, { isNotch: true }),
      (scroll) => scroll.scrollTo({ x: 0, y: 900 }, { animated: true }),
      (scroll) => scroll.finish(),
    ];
    for (const act of acts) {
      const scroll = scrollAt({ x: 0, y: 600 }, { scale: 0.5 });
      scroll.zoomTo(scroll.viewport.scaledTo(2), { x: 100, y: 100 });
      run(scroll, { until: 96 });
      act(scroll);
      run(scroll);
      assert.equal(scroll.viewport.zoom, 2);
    }
  });

  test("of a fold-out is that of the fit until another one is chosen", () => {
    const pages = [{ width: 400, height: 500 }, { width: 2000, height: 500 }, { width: 400, height: 500 }];
    const scroll = scrollAt({ x: 0, y: 0 }, { pages });
    const wide = () => scroll.viewport.frame(2).width / scroll.viewport.frame(1).width;
    near(wide(), 1, 0.1);
    scroll.zoomTo(scroll.viewport.scaledTo(2), { x: 100, y: 100 });
    run(scroll);
    near(wide(), 1, 0.1);
    scroll.zoomTo(scroll.viewport.chosen({ mode: "scale", scale: 1 }), { x: 100, y: 100 });
    run(scroll);
    near(wide(), 5, 0.01);
  });
});

describe("pages that are scrolled", () => {
  test("E14 glide to a place and rest exactly there", () => {
    const scroll = scrollAt({ x: 0, y: 0 });
    scroll.scrollTo({ x: 0, y: 1234 }, { animated: true });
    run(scroll);
    assert.equal(scroll.view.offset.y, 1234);
  });

  test("follow the notches of a wheel, which add up while they slide", () => {
    const scroll = scrollAt({ x: 0, y: 0 });
    for (const until of [0, 32, 64]) {
      run(scroll, { until });
      scroll.scrollBy({ x: 0, y: 100 }, { isNotch: true });
    }
    run(scroll);
    near(scroll.view.offset.y, 300, 1e-6);
  });

  test("follow a trackpad at once, and stop at the edges", () => {
    const scroll = scrollAt({ x: 0, y: 5 });
    scroll.scrollBy({ x: 0, y: -60 }, { isNotch: false });
    assert.deepEqual([scroll.view.offset.y, scroll.isMoving], [-AIR, false]);
  });

  test("are there at once with reduced motion", () => {
    const scroll = scrollAt({ x: 0, y: 500 }, { reduced: true });
    scroll.zoomTo(scroll.viewport.scaledTo(2), { x: 100, y: 100 });
    assert.deepEqual([scroll.viewport.zoom, scroll.isMoving], [2, false]);
    scroll.scrollTo({ x: 0, y: 900 }, { animated: true });
    assert.deepEqual([scroll.view.offset.y, scroll.isMoving], [900, false]);
  });

  test("11 go back to where they were when it was the palm, also when it has zoomed", () => {
    const scroll = scrollAt({ x: 0, y: 400 });
    const before = [scroll.viewport, scroll.view.showing];
    const back = scroll.remember();
    scroll.view.interaction.beginDragging();
    scroll.view.interaction.drag({ x: 30, y: -120 });
    pinch(scroll, 1.8);
    back();
    assert.deepEqual([scroll.viewport, scroll.view.showing], before);
  });
});

describe("pages one at a time, downwards", () => {
  const paged = (changes) => scrollAt({ x: -AIR, y: -AIR }, { arrangement: { flow: "paged-down", spread: "single" }, ...changes });
  const drag = (scroll, { x, y }) => {
    const { interaction } = scroll.pager;
    interaction.beginDragging();
    for (let step = 1; step <= 10; step += 1) interaction.drag({ x: (x * step) / 10, y: (y * step) / 10 });
    interaction.endDragging({ x: 0, y: 0 });
    run(scroll);
  };

  test("PV-2 a drag up goes forward when it is far enough, one to the side does nothing", () => {
    const scroll = paged();
    drag(scroll, { x: -380, y: 0 });
    assert.deepEqual([scroll.spread, scroll.pager.offset], [0, { x: 0, y: 0 }]);
    drag(scroll, { x: 0, y: -200 });
    assert.equal(scroll.spread, 0);
    drag(scroll, { x: 0, y: -450 });
    assert.deepEqual([scroll.spread, scroll.pager.offset], [1, { x: 0, y: PHONE.height + GAP }]);
    drag(scroll, { x: 0, y: 450 });
    assert.equal(scroll.spread, 0);
  });

  test("PV-4 a gap lies between two pages while they move, and none at rest or where they are seamless", () => {
    for (const [isSeamless, gap] of [[false, GAP], [true, 0]]) {
      const scroll = paged({ arrangement: { flow: "paged-down", spread: "single", isSeamless } });
      const { interaction } = scroll.pager;
      interaction.beginDragging();
      interaction.drag({ x: 0, y: -100 });
      const [one, two] = [scroll.viewport.frame(1).y, scroll.viewport.frame(2).y + scroll.shiftOf(1).y];
      near(two - one, PHONE.height + gap, 1e-9);
      near(scroll.pagerShift.y, -100, 1e-9);
      interaction.endDragging({ x: 0, y: 0 });
      run(scroll);
      assert.deepEqual(scroll.pagerShift, { x: 0, y: 0 });
    }
  });

  test("going back to a page that is higher than the window comes to its end", () => {
    const scroll = paged({ scale: 2 });
    scroll.page(3);
    assert.deepEqual(scroll.view.offset, { x: -AIR, y: -AIR });
    scroll.page(2);
    assert.deepEqual(scroll.view.offset, { x: -AIR, y: scroll.view.limits.high.y });
  });

  test("a wheel turns them down and up, and not to the side", () => {
    const scroll = paged({ zoom: { mode: "page" } });
    const navigation = new PageNavigation(scroll);
    const wheel = (x, y) => {
      navigation.wheel({ x, y }, { isNotch: true });
      run(scroll);
      return scroll.spread;
    };
    assert.deepEqual([wheel(120, 0), wheel(0, 120), wheel(-120, 0), wheel(0, -120)], [0, 1, 1, 0]);
  });

  test("a window that changes keeps the page", () => {
    const scroll = paged();
    const navigation = new PageNavigation(scroll);
    scroll.page(9);
    for (const height of [390, 844]) {
      navigation.resize(scroll.viewport.with({ box: { width: 700, height } }));
      assert.deepEqual([scroll.spread, scroll.pager.offset], [9, { x: 0, y: 9 * (height + GAP) }]);
    }
  });
});

describe("pages one at a time", () => {
  const paged = (changes) => scrollAt({ x: -AIR, y: -AIR }, { arrangement: PAGED, ...changes });
  const drag = (scroll, way, { steps = 10, velocity = 0 } = {}) => {
    const { interaction } = scroll.pager;
    interaction.beginDragging();
    for (let step = 1; step <= steps; step += 1) interaction.drag({ x: (way * step) / steps, y: 0 });
    interaction.endDragging({ x: velocity, y: 0 });
    run(scroll);
  };

  test("E20 less than half of a page's way is taken back, more turns it", () => {
    const scroll = paged();
    drag(scroll, -150);
    assert.equal(scroll.spread, 0);
    drag(scroll, -250);
    assert.deepEqual([scroll.spread, scroll.pager.offset.x], [1, PHONE.width + GAP]);
  });

  test("K3 let go at 49 % of the way it returns, at 51 % it turns, forwards and back", () => {
    const step = PHONE.width + GAP;
    const scroll = paged();
    const spreads = [-0.49, -0.51, 0.49, 0.51].map((share) => {
      drag(scroll, share * step);
      return scroll.spread;
    });
    assert.deepEqual(spreads, [0, 1, 1, 0]);
  });

  test("PV-6 beyond the first and the last page a drag gives way a little, and comes back to that page", () => {
    const scroll = paged();
    const last = scroll.viewport.pageCount - 1;
    for (const [spread, way] of [[0, 1], [last, -1]]) {
      scroll.page(spread);
      const rest = scroll.pager.offset.x;
      const { interaction } = scroll.pager;
      interaction.beginDragging();
      interaction.drag({ x: way * 200, y: 0 });
      const given = Math.abs(scroll.pager.offset.x - rest);
      assert.ok(given > 0 && given < 200, `${given}`);
      interaction.endDragging({ x: -way * 3000, y: 0 });
      run(scroll);
      assert.deepEqual([scroll.spread, scroll.pager.offset.x], [spread, rest]);
    }
  });

  test("PV-9 behind a page that was jumped to comes the one that follows it there", () => {
    for (const animated of [false, true]) {
      const scroll = paged();
      const first = scroll.viewport.frame(1).x - scroll.seen.x;
      scroll.page(7, { animated });
      run(scroll);
      drag(scroll, -250);
      assert.deepEqual([scroll.spread, scroll.shiftOf(8), scroll.pagerShift], [8, { x: 0, y: 0 }, { x: 0, y: 0 }]);
      near(scroll.viewport.frame(9).x - scroll.seen.x, first, 1e-9);
    }
  });

  test("PV-5 any page of a spread shows that spread, and one that is not there the nearest", () => {
    const two = paged({ arrangement: { flow: "paged", spread: "cover" }, box: { width: 1400, height: 800 } });
    const navigation = new PageNavigation(two);
    const shown = (page) => {
      navigation.goTo(page);
      const { first, last } = two.viewport.layout.pagesOf(two.spread);
      return [first, last];
    };
    assert.deepEqual([1, 2, 3, 12, 99, -4].map(shown), [[1, 1], [2, 3], [2, 3], [12, 12], [12, 12], [1, 1]]);
  });

  test("E21 a page that is turned lies a gap beside the one before, and both meet their places", () => {
    const scroll = paged();
    const { interaction } = scroll.pager;
    interaction.beginDragging();
    interaction.drag({ x: -100, y: 0 });
    const seen = scroll.viewport.frame(1).x - scroll.seen.x + scroll.pagerShift.x;
    const next = scroll.viewport.frame(2).x + scroll.shiftOf(1).x - scroll.seen.x + scroll.pagerShift.x;
    near(next - seen, PHONE.width + GAP, 1e-9);
    near(scroll.pagerShift.x, -100, 1e-9);
    interaction.endDragging({ x: 0, y: 0 });
    run(scroll);
    assert.deepEqual(scroll.pagerShift, { x: 0, y: 0 });
  });

  test("the page that is entered is drawn where it lies when it has been entered", () => {
    const scroll = paged({ scale: 2 });
    const { interaction } = scroll.pager;
    interaction.beginDragging();
    interaction.drag({ x: -220, y: 0 });
    const drawn = () => {
      const frame = scroll.viewport.frame(2);
      return { x: frame.x + scroll.shiftOf(1).x - scroll.seen.x + scroll.pagerShift.x, y: frame.y + scroll.shiftOf(1).y - scroll.seen.y };
    };
    const before = drawn();
    interaction.endDragging({ x: 0, y: 0 });
    assert.equal(scroll.spread, 1);
    const after = drawn();
    near(after.x, before.x, 1e-9);
    near(after.y, before.y, 1e-9);
  });

  test("the zoom stays from page to page; going back one comes to the far side", () => {
    const scroll = paged({ scale: 2 });
    scroll.page(3);
    assert.deepEqual([scroll.spread, scroll.viewport.zoom, scroll.view.offset], [3, 2, { x: -AIR, y: -AIR }]);
    scroll.page(2);
    assert.equal(scroll.view.offset.x, scroll.view.limits.high.x);
  });

  test("each has its own size to scroll over", () => {
    const pages = [{ width: 400, height: 500 }, { width: 400, height: 5000 }];
    const scroll = paged({ pages, zoom: { mode: "scale", scale: 1 } });
    const room = () => scroll.view.limits.high.y - scroll.view.limits.low.y;
    assert.equal(room(), 0);
    scroll.page(1);
    near(room(), 5000 * (96 / 72) + 2 * AIR - PHONE.height, 1);
  });

  test("a wheel scrolls a page to its end and then turns it, once", () => {
    const scroll = paged({ scale: 0.7 });
    const navigation = new PageNavigation(scroll);
    for (let notch = 0; notch < 12 && scroll.spread === 0; notch += 1) {
      navigation.wheel({ x: 0, y: 120 }, { isNotch: true });
      run(scroll);
    }
    assert.deepEqual([scroll.spread, scroll.view.offset.y], [1, -AIR]);
    navigation.wheel({ x: 0, y: -120 }, { isNotch: true });
    navigation.wheel({ x: 0, y: -120 }, { isNotch: true });
    run(scroll);
    assert.equal(scroll.spread, 0);
  });

  test("11 a page that the palm has turned is turned back", () => {
    const scroll = paged();
    const back = scroll.remember();
    drag(scroll, -300);
    assert.equal(scroll.spread, 1);
    back();
    assert.deepEqual([scroll.spread, scroll.pager.offset.x], [0, 0]);
  });

  test("a window that changes keeps the page, however far along the pager was", () => {
    const scroll = paged({ box: { width: 844, height: 390 } });
    const navigation = new PageNavigation(scroll);
    scroll.page(9);
    for (const width of [390, 844, 390]) {
      navigation.resize(scroll.viewport.with({ box: { width, height: 700 } }));
      assert.deepEqual([scroll.spread, scroll.pager.offset.x], [9, 9 * (width + GAP)]);
    }
  });

  test("a flick on a trackpad turns one page, and the rest of it none", () => {
    const scroll = paged();
    const navigation = new PageNavigation(scroll);
    let isFirst = true;
    for (let way = 40; way > 1; way *= 0.9) {
      navigation.wheel({ x: 0, y: way }, { isNotch: false, mayTurn: isFirst });
      isFirst = false;
      run(scroll);
    }
    assert.equal(scroll.spread, 1);
  });

  test("a page that is gone to while a finger drags is shown", () => {
    const scroll = paged();
    const navigation = new PageNavigation(scroll);
    scroll.pager.interaction.beginDragging();
    scroll.pager.interaction.drag({ x: -120, y: 0 });
    navigation.goTo(7);
    scroll.pager.interaction.endDragging({ x: 0, y: 0 });
    run(scroll);
    assert.deepEqual([navigation.page, scroll.spread], [7, 6]);
  });

  test("no page comes before the first or behind the last", () => {
    const scroll = paged({ pages: [{ width: 400, height: 500 }, { width: 400, height: 500 }] });
    drag(scroll, 300);
    assert.equal(scroll.spread, 0);
    drag(scroll, -300);
    drag(scroll, -300);
    assert.equal(scroll.spread, 1);
  });
});

describe("where a document is read", () => {
  const DESK = { box: { width: 1200, height: 800 } };
  const navigationOf = (changes = {}) => new PageNavigation(scrollAt({ x: 0, y: 0 }, { ...DESK, ...changes }));

  test("E18 bars that grow push the start of a page down, and what is read in its midst goes below them", () => {
    const grown = { top: 64, bottom: 60 };
    const start = navigationOf({ bars: { top: 44, bottom: 40 } });
    const topOf = ({ scroll }, page) => scroll.viewport.frame(page).y - scroll.seen.y;
    start.goTo(2);
    near(topOf(start, 2), 44 + AIR, 1);
    start.resize(start.scroll.viewport.with({ bars: grown }));
    near(topOf(start, 2), 64 + AIR, 1);
    const midst = navigationOf({ bars: { top: 44, bottom: 40 } });
    midst.scrollTo({ x: midst.scroll.view.offset.x, y: 1500 });
    const { place } = midst;
    midst.resize(midst.scroll.viewport.with({ bars: grown }));
    samePlace(midst.place, place);
  });

  test("a page that fits stands in the middle, one that does not at its top", () => {
    const whole = navigationOf({ zoom: { mode: "page" } });
    whole.goTo(3);
    const frame = whole.scroll.viewport.frame(3);
    near(frame.y - whole.scroll.seen.y, (800 - frame.height) / 2, 1);
    const tall = navigationOf();
    tall.goTo(3);
    assert.equal(tall.scroll.viewport.frame(3).y - tall.scroll.seen.y, AIR);
  });

  test("the page that was gone to is the page, and the last one at the very end", () => {
    const navigation = navigationOf({ scale: 0.1 });
    navigation.goTo(2);
    assert.deepEqual([navigation.page, navigation.place], [2, null]);
    navigation.scrollTo({ x: 0, y: 1e9 });
    assert.equal(navigation.page, 12);
  });

  test("every arrangement keeps the page, and finds it again by its place", () => {
    for (const flow of ["down", "across", "paged"]) {
      for (const spread of ["single", "double", "cover"]) {
        const navigation = navigationOf();
        navigation.goTo(7);
        navigation.arrange({ flow, spread });
        assert.equal(navigation.page, 7, `${flow} ${spread}`);
        const frame = navigation.scroll.viewport.frame(7);
        const { seen } = navigation.scroll;
        assert.ok(frame.x < seen.x + seen.width && frame.x + frame.width > seen.x, `${flow} ${spread} across`);
        assert.ok(frame.y < seen.y + seen.height && frame.y + frame.height > seen.y, `${flow} ${spread} down`);
      }
    }
  });

  test("in a row with a tall page every page is seen when it is gone to", () => {
    const pages = [{ width: 612, height: 792 }, { width: 612, height: 8000 }, { width: 612, height: 792 }];
    const navigation = navigationOf({ pages, arrangement: { flow: "across", spread: "single" }, scale: 1 });
    navigation.goTo(3);
    const frame = navigation.scroll.viewport.frame(3);
    const top = frame.y - navigation.scroll.seen.y;
    assert.ok(top >= 0 && top < 400, String(top));
  });

  test("the spread beside is gone to, whichever of two pages is read", () => {
    const navigation = navigationOf({ arrangement: { flow: "paged", spread: "double" } });
    const pages = [];
    for (let step = 0; step < 3; step += 1) {
      navigation.goBeside(1);
      pages.push(navigation.page);
    }
    navigation.goBeside(-1);
    assert.deepEqual([...pages, navigation.page], [3, 5, 7, 5]);
  });

  test("a zoom under way is finished by a window that changes, and keeps its mode", () => {
    const navigation = navigationOf({ scale: 3 });
    navigation.zoom(navigation.scroll.viewport.fitted);
    run(navigation.scroll, { until: 60 });
    navigation.resize(navigation.scroll.wanted.with({ box: { width: 500, height: 900 } }));
    assert.equal(navigation.scroll.viewport.mode, "automatic");
  });

  test("pages in a row are turned, and a wheel leads along them", () => {
    const navigation = navigationOf({ arrangement: { flow: "across", spread: "single" } });
    navigation.goTo(4);
    navigation.turn(1);
    run(navigation.scroll);
    assert.equal(navigation.page, 5);
    const { x } = navigation.scroll.view.offset;
    navigation.wheel({ x: 0, y: 120 }, { isNotch: true });
    run(navigation.scroll);
    near(navigation.scroll.view.offset.x, x + 120, 1);
  });

  test("a turn of the pages keeps what is in the middle, and four turns lead back", () => {
    const navigation = navigationOf({ scale: 1.5 });
    navigation.scrollTo({ x: 0, y: 1990 });
    const middle = { x: 600, y: 400 };
    const before = navigation.scroll.placeUnder(middle);
    navigation.rotate(1);
    assert.equal(navigation.scroll.viewport.turn, 90);
    const { width, height } = navigation.scroll.viewport.frame(1);
    assert.ok(width > height);
    const turned = navigation.scroll.placeUnder(middle);
    near(turned.fraction.x, 1 - before.fraction.y, 0.01);
    near(turned.fraction.y, before.fraction.x, 0.01);
    for (let turn = 0; turn < 3; turn += 1) navigation.rotate(1);
    assert.equal(navigation.scroll.viewport.turn, 0);
    near(navigation.scroll.placeUnder(middle).fraction.y, before.fraction.y, 0.02);
  });

  test("a window that changes keeps the place at the top, or the page that was gone to", () => {
    const navigation = navigationOf();
    navigation.scrollTo({ x: 0, y: 3000 });
    const before = navigation.place;
    navigation.resize(navigation.scroll.viewport.with({ box: { width: 700, height: 900 } }));
    samePlace(navigation.place, before);
    navigation.goTo(6);
    navigation.resize(navigation.scroll.viewport.with({ box: { width: 500, height: 500 } }));
    assert.equal(navigation.page, 6);
  });

  test("a part of a page is brought into sight by as little as that takes, also on a page that is not shown", () => {
    const navigation = navigationOf();
    const y = () => navigation.scroll.view.offset.y;
    navigation.showArea(1, { x: 0.2, y: 0.1, width: 0.2, height: 0.02 });
    run(navigation.scroll);
    near(y(), 0, AIR);
    navigation.showArea(9, { x: 0.2, y: 0.5, width: 0.2, height: 0.02 });
    assert.equal(navigation.page, 9);
    const paged = navigationOf({ arrangement: PAGED, scale: 2 });
    paged.showArea(5, { x: 0.5, y: 0.9, width: 0.2, height: 0.02 });
    run(paged.scroll);
    assert.equal(paged.page, 5);
    assert.ok(paged.scroll.seen.y > 0);
  });
});
