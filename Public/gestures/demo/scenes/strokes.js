/** Shapes drawn with one finger: a circle selects, a scratch erases, an r and the unistrokes are named. */

import {
  CircleGestureRecognizer, GlyphGestureRecognizer, ScratchOutGestureRecognizer, UnistrokeGestureRecognizer,
} from "../../index.js";
import { circleEncloses } from "../../strokes/circle.js";
import { GlyphPattern, LETTER_R } from "../../strokes/glyph-pattern.js";
import { TEMPLATES } from "../../strokes/templates.js";
import { UnistrokeRecognizer } from "../../strokes/unistroke-recognizer.js";
import { InkTrail } from "../ink-trail.js";

const SIGNS = ["triangle", "check", "x", "v", "star", "arrow", "pigtail", "caret", "delete_mark", "zig_zag"];

/** @type {import("../world.js").Scene} */
export function strokes(world) {
  const cards = ["first", "second"].map((name, index) => world.figure(name, [0.32 + index * 0.36, 0.7], [110, 80]));
  const trail = new InkTrail(world.changed);
  const said = world.figure("said", [0.5, 0.08], [240, 40], { color: "panel", label: "Draw", interactive: false });
  Object.assign(world.root, trail.handlers);
  for (const card of cards) Object.assign(card, trail.handlers);
  world.drawings.push((pen, color) => trail.draw(pen, color("accent")));

  const signs = new UnistrokeRecognizer(TEMPLATES);
  const sign = new UnistrokeGestureRecognizer(signs, SIGNS);
  world.add(world.root, "unistroke", sign, ({ match }) => ({ sign: match?.name ?? "" }));
  sign.addTarget(() => (said.label = sign.match?.name ?? ""));
  const circle = new CircleGestureRecognizer(() => world.width);
  const within = () => cards.filter((card) => !card.hidden && circle.circle && circleEncloses(circle.circle, card.center));
  world.add(world.root, "circle", circle, () => ({ around: within().map(({ name }) => name).join(" ") }));
  circle.addTarget(() => {
    said.label = "circle";
    for (const card of cards) card.color = within().includes(card) ? "accent" : "paper";
  });
  const cardAt = (/** @type {import("../../geometry/point.js").Point} */ point) => cards.find((card) => world.root.hitTest(point) === card) ?? null;
  const scratch = new ScratchOutGestureRecognizer(cardAt);
  world.add(world.root, "scratch-out", scratch, ({ target }) => ({ target: target?.name ?? "" }));
  scratch.addTarget(() => {
    said.label = "scratched out";
    if (scratch.target) scratch.target.hidden = true;
  });
  const glyph = new GlyphGestureRecognizer(new GlyphPattern(LETTER_R));
  world.add(world.root, "letter r", glyph).addTarget(() => (said.label = "r"));
  // A large circle goes down, up and to the right, too: an r is one when it is no circle.
  glyph.requireToFail(circle);
  // The line stays visible to its end, whichever stroke is recognized.
  for (const recognizer of [sign, circle, scratch, glyph]) recognizer.cancelsTouchesInView = false;
}
