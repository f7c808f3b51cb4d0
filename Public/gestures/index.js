/** The public interface of the gesture system. What is not here may change without notice. */

export { Arbiter } from "./arbiter.js";
export { addGestureRecognizer, recognizersOf, removeGestureRecognizer } from "./attachments.js";
export { ManualClock, SystemClock } from "./clock.js";
export { attachDeclared } from "./declaration.js";
export { ElementViews } from "./dom/element-view.js";
export { GestureSurface } from "./dom/gesture-surface.js";
export { KeyEquivalents } from "./key-equivalents.js";
export { PalmFilter } from "./palm.js";
export { GestureRecognizer } from "./recognizer.js";
export { IllegalTransition, isActive, isTerminal, State } from "./recognizer-state.js";
export { AxisPanGestureRecognizer } from "./recognizers/axis-pan.js";
export { HoverGestureRecognizer } from "./recognizers/hover.js";
export { LongPressGestureRecognizer } from "./recognizers/long-press.js";
export { PanGestureRecognizer } from "./recognizers/pan.js";
export { PinchGestureRecognizer } from "./recognizers/pinch.js";
export { RotationGestureRecognizer } from "./recognizers/rotation.js";
export { ScreenEdgePanGestureRecognizer } from "./recognizers/screen-edge-pan.js";
export { SwipeGestureRecognizer } from "./recognizers/swipe.js";
export { TapGestureRecognizer } from "./recognizers/tap.js";
export { TransformGestureRecognizer } from "./recognizers/transform.js";
export { Trace } from "./trace.js";
export { TrackpadTouches } from "./trackpad.js";
export { VelocityTracker } from "./velocity-tracker.js";
export { WheelSource } from "./wheel.js";
