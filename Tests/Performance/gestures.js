/**
 * The cost of an event in the gesture system, over a scene of 10,000 nodes. It is measured in milliseconds for a dispatch,
 * with 1, 10 and 100 recognizers that watch the touch. Run by `node Tests/Performance/gestures.js`; the last line is JSON.
 */

import { rotation } from "../../Public/gestures/geometry/affine.js";
import { SceneNode } from "../../Public/gestures/hit-testing/scene-node.js";
import {
  addGestureRecognizer, Arbiter, LongPressGestureRecognizer, ManualClock, PanGestureRecognizer, PinchGestureRecognizer,
  RotationGestureRecognizer, SwipeGestureRecognizer, TapGestureRecognizer,
} from "../../Public/gestures/index.js";

const CROWD = [
  () => new TapGestureRecognizer(), () => new TapGestureRecognizer({ taps: 2 }), () => new LongPressGestureRecognizer(),
  () => new PanGestureRecognizer(), () => new SwipeGestureRecognizer(), () => new PinchGestureRecognizer(),
  () => new RotationGestureRecognizer(), () => new PanGestureRecognizer({ minimumTouches: 2 }),
];
const NODES = 10_000;
const SIDE = 6000;
const GESTURES = 300;
const WARM_UP = 60;
const MOVES = 40;

/** A board of turned cards; on top of them five nested nodes, with recognizers on all of them. */
function surface(count) {
  const clock = new ManualClock();
  const root = new SceneNode({ frame: { x: 0, y: 0, width: SIDE, height: SIDE } });
  root.isWindow = true;
  for (let index = 0; index < NODES; index += 1) {
    const frame = { x: (index * 7919) % SIDE, y: (index * 104_729) % SIDE, width: 80, height: 60 };
    root.addChild(new SceneNode({ frame, transform: rotation(index) }));
  }
  const chain = Array.from({ length: 5 }, () => new SceneNode({ frame: { x: 0, y: 0, width: SIDE, height: SIDE } }));
  chain.reduce((parent, node) => parent.addChild(node) ?? node, root);
  const together = { shouldRecognizeSimultaneously: () => true };
  for (let index = 0; index < count; index += 1) {
    const recognizer = CROWD[(index + 3) % CROWD.length]();
    if (index % 3 === 0) recognizer.delegate = together;
    addGestureRecognizer(chain[index % chain.length], recognizer.addTarget(() => {}));
  }
  const arbiter = new Arbiter({ hitTest: (point, sample) => root.hitTest(point, sample), clock });
  return { arbiter, clock };
}

/** Drags by one finger and pinches by two fingers, in turn. */
function* samples() {
  for (let gesture = 0; gesture < GESTURES; gesture += 1) {
    const fingers = 1 + (gesture % 2);
    const touch = (phase, step) => Array.from({ length: fingers }, (_, finger) => ({
      phase, id: finger + 1, x: 100 + finger * 200 + step * (finger ? 3 : -2), y: 100 + step,
    }));
    yield { gesture, pause: 1000, samples: touch("began", 0) };
    for (let step = 1; step <= MOVES; step += 1) yield { gesture, pause: 8, samples: touch("moved", step) };
    yield { gesture, pause: 8, samples: touch("ended", MOVES) };
  }
}

function measure(count) {
  const { arbiter, clock } = surface(count);
  const costs = [];
  for (const { gesture, pause, samples: event } of samples()) {
    const time = clock.now() + pause;
    clock.advance(time);
    for (const sample of event) sample.time = time;
    const before = process.hrtime.bigint();
    arbiter.dispatch(event);
    if (gesture >= WARM_UP) costs.push(Number(process.hrtime.bigint() - before) / 1e6);
  }
  costs.sort((a, b) => a - b);
  const at = (share) => Number(costs[Math.floor(costs.length * share)].toFixed(4));
  return { recognizers: count, events: costs.length, p50: at(0.5), p99: at(0.99) };
}

const results = [1, 10, 100].map(measure);
console.log("recognizers   p50 ms   p99 ms   (budget 0.1)");
for (const { recognizers, p50, p99 } of results) {
  console.log(`${String(recognizers).padStart(11)} ${p50.toFixed(4).padStart(8)} ${p99.toFixed(4).padStart(8)}`);
}
console.log(JSON.stringify({ dispatch: results }));
