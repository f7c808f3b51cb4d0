/**
 * A demo without a browser: `node demo-replay.js SCENE < RECORDING` plays a recording on the demo's own recognizers and
 * prints what was recognized, as JSON. The page in a browser must print the same.
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { SCENES } from "../../../Public/gestures/demo/scenes.js";
import { World } from "../../../Public/gestures/demo/world.js";
import { Arbiter, ManualClock, recordingFrom, replay } from "../../../Public/gestures/index.js";

/** The log of a scene after a recording was played on it. */
export function play(name, recording) {
  const { width, height } = recording.surface;
  const clock = new ManualClock();
  const world = new World({ width, height, clock });
  SCENES[name](world);
  const arbiter = new Arbiter({ hitTest: (point) => world.root.hitTest(point), clock });
  arbiter.observe({ moved: (transition) => world.watchers.forEach((watch) => watch(transition)) });
  replay(recording, { arbiter, clock });
  return world.log.entries;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const recording = recordingFrom(readFileSync(0, "utf8"));
  console.log(JSON.stringify(play(process.argv[2], recording)));
}
