/**
 * A sheet under a wheel and a trackpad, which are fingers to it. The wheel drags it. Control and the wheel, or two
 * fingers on a trackpad, scale and turn it about the pointer. Recognizers ask for both types of touch; fingers on a
 * screen do the same.
 */

import { PanGestureRecognizer, TapGestureRecognizer, TransformGestureRecognizer } from "../../index.js";
import { posed, transformOf, UNTOUCHED } from "../../motion/index.js";
import { minus, ORIGIN } from "../../geometry/point.js";

/** @typedef {import("../../motion/index.js").Pose} Pose */

/** @type {import("../world.js").Scene} */
export function wheel(world) {
  const sheet = world.figure("sheet", [0.5, 0.5], [260, 180], { label: "Turn the wheel over me" });
  const home = sheet.center;
  let pose = UNTOUCHED;
  const show = (/** @type {Pose} */ next) => {
    pose = next;
    sheet.center = { x: home.x + pose.offset.x, y: home.y + pose.offset.y };
    sheet.transform = transformOf({ ...pose, offset: ORIGIN });
    world.changed();
  };
  // On the stage: a sheet that moves away from under the pointer is still scrolled.
  const scroll = new PanGestureRecognizer({ maximumTouches: 1, slop: 0 });
  scroll.allowedTouchTypes.add("scroll");
  world.add(world.root, "scroll", scroll, () => ({ x: pose.offset.x, y: pose.offset.y }));
  scroll.addTarget(() => {
    const { x, y } = scroll.translation();
    scroll.setTranslation(ORIGIN);
    show({ ...pose, offset: { x: pose.offset.x + x, y: pose.offset.y + y } });
  });
  const zoom = new TransformGestureRecognizer({ minimumTouches: 2 });
  world.add(world.root, "zoom", zoom, () => ({ scale: pose.scale, degrees: (pose.rotation * 180) / Math.PI }));
  zoom.addTarget(() => {
    const { translation, scale, rotation, centre } = zoom.takeStep();
    show(posed(pose, { translation, scale, rotation, anchor: minus(centre, home) }));
  });
  world.add(sheet, "reset", new TapGestureRecognizer({ taps: 2 })).addTarget(() => show(UNTOUCHED));
}
