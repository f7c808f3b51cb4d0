#!/usr/bin/env node
/**
 * The cost of a hit-test: `node Tests/Performance/hit-testing.js [NODES]`, by default 10,000 cards on one board. It
 * prints microseconds a hit, at the median and the 99th percentile, at rest and while cards move.
 */

import { rotation } from "../../Public/gestures/geometry/affine.js";
import { SceneNode } from "../../Public/gestures/hit-testing/scene-node.js";

const NODES = Number(process.argv[2] ?? 10_000);
const HITS = 20_000;
const SIDE = Math.sqrt(NODES) * 60;

let state = 1;
const next = () => (state = (state * 16807) % 2147483647) / 2147483647;
const somewhere = () => ({ x: next() * SIDE, y: next() * SIDE });

/** A board of turned cards that overlap a little, each with a button on it. */
function board() {
  const root = new SceneNode({ frame: { x: 0, y: 0, width: SIDE, height: SIDE } });
  for (let index = 0; index < NODES; index++) {
    const card = new SceneNode({ frame: { ...somewhere(), width: 80, height: 60 }, transform: rotation(next() * 6) });
    card.addChild(new SceneNode({ frame: { x: 50, y: 40, width: 20, height: 10 } }));
    root.addChild(card);
  }
  return root;
}

/** @param {string} label @param {SceneNode} root @param {() => void} [before] done before each hit, not timed alone */
function measure(label, root, before = () => {}) {
  const times = Array.from({ length: HITS }, () => {
    const point = somewhere();
    const start = performance.now();
    before();
    root.hitTest(point);
    return (performance.now() - start) * 1000;
  });
  const sorted = times.slice(HITS / 10).sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => (sorted[Math.floor(sorted.length * share)] ?? NaN).toFixed(1);
  console.log(`${label.padEnd(44)} p50 ${at(0.5).padStart(7)} µs   p99 ${at(0.99).padStart(7)} µs`);
}

const root = board();
const any = () => root.children[Math.floor(next() * NODES)] ?? root;
const building = performance.now();
root.hitTest(somewhere());
console.log(`${NODES} cards, first hit, which makes the index: ${(performance.now() - building).toFixed(1)} ms`);
measure("at rest", root);
measure("one card moved before each hit", root, () => { any().center = somewhere(); });
measure("100 cards moved before each hit", root, () => { for (let each = 0; each < 100; each++) any().center = somewhere(); });
measure("one card brought forward before each hit", root, () => any().bringToFront());
for (let each = 0; each < 100; each++) {
  const place = somewhere();
  any().animation = { allowsInteraction: true, center: () => place };
}
measure("100 cards animating", root);
