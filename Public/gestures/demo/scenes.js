/** All demos by the names of their pages. */

import { dragging } from "./scenes/dragging.js";
import { flags } from "./scenes/flags.js";
import { hitTesting } from "./scenes/hit-testing.js";
import { home } from "./scenes/home.js";
import { hover } from "./scenes/hover.js";
import { keys } from "./scenes/keys.js";
import { longPress } from "./scenes/long-press.js";
import { motion } from "./scenes/motion.js";
import { pages } from "./scenes/pages.js";
import { pan } from "./scenes/pan.js";
import { penAndPalm } from "./scenes/pen-and-palm.js";
import { recorder } from "./scenes/recorder.js";
import { requirements } from "./scenes/requirements.js";
import { screenEdge } from "./scenes/screen-edge.js";
import { scrolling } from "./scenes/scrolling.js";
import { strip } from "./scenes/strip.js";
import { strokes } from "./scenes/strokes.js";
import { swipe } from "./scenes/swipe.js";
import { taps } from "./scenes/taps.js";
import { transform } from "./scenes/transform.js";
import { wheel } from "./scenes/wheel.js";

/** @type {Readonly<Record<string, import("./world.js").Scene>>} */
export const SCENES = Object.freeze({
  taps, "long-press": longPress, pan, swipe, transform, "screen-edge": screenEdge, hover, strokes, "hit-testing": hitTesting,
  motion, dragging, home, strip, scrolling, pages, wheel, keys, flags, requirements, "pen-and-palm": penAndPalm, recorder,
});
