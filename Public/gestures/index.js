/**
 * The public interface of the gesture system: touches, recognizers, scroll views, recording. `hit-testing/index.js`,
 * `motion/index.js` and `strokes/index.js` have their own. All else may change without notice.
 */

export { Arbiter } from "./arbiter.js";
export { addGestureRecognizer, recognizersOf, removeGestureRecognizer } from "./attachments.js";
export { ManualClock, SystemClock } from "./clock.js";
export { PAN_SLOP } from "./constants.js";
export { attachDeclared } from "./declaration.js";
export { nextAnimationFrame } from "./dom/animation-frames.js";
export { ElementViews } from "./dom/element-view.js";
export { GestureSurface } from "./dom/gesture-surface.js";
export { TouchOverlay, toggleByKey } from "./feedback/touch-overlay.js";
export { KeyEquivalents } from "./key-equivalents.js";
export { PalmFilter } from "./palm.js";
export { PalmUndo } from "./palm-undo.js";
export { Player } from "./recording/player.js";
export { Recorder } from "./recording/recorder.js";
export { linesOf, RecordingError, recordingFrom } from "./recording/recording.js";
export { ReplayClock } from "./recording/replay-clock.js";
export { replay } from "./recording/replay.js";
export { SurfaceRecorder } from "./recording/surface-recorder.js";
export { ElementNames } from "./recording/view-names.js";
export { GestureRecognizer } from "./recognizer.js";
export { IllegalTransition, isActive, isTerminal, State } from "./recognizer-state.js";
export { AxisPanGestureRecognizer } from "./recognizers/axis-pan.js";
export { CircleGestureRecognizer } from "./recognizers/circle.js";
export { GlyphGestureRecognizer } from "./recognizers/glyph.js";
export { HoverGestureRecognizer } from "./recognizers/hover.js";
export { LongPressGestureRecognizer } from "./recognizers/long-press.js";
export { PanGestureRecognizer } from "./recognizers/pan.js";
export { PinchGestureRecognizer } from "./recognizers/pinch.js";
export { RotationGestureRecognizer } from "./recognizers/rotation.js";
export { ScreenEdgePanGestureRecognizer } from "./recognizers/screen-edge-pan.js";
export { ScratchOutGestureRecognizer } from "./recognizers/scratch-out.js";
export { StrokeGestureRecognizer } from "./recognizers/stroke.js";
export { SwipeGestureRecognizer } from "./recognizers/swipe.js";
export { TapGestureRecognizer } from "./recognizers/tap.js";
export { TransformGestureRecognizer } from "./recognizers/transform.js";
export { UnistrokeGestureRecognizer } from "./recognizers/unistroke.js";
export { SECONDARY_BUTTON } from "./sample.js";
export { Animator } from "./scrolling/animator.js";
export { Autoscroll } from "./scrolling/autoscroll.js";
export { pagesToKeep } from "./scrolling/paging.js";
export { pullDirection, PullOutGestureRecognizer } from "./scrolling/pull-out.js";
export { contentOrigin, isScrollable, limitsOf } from "./scrolling/scroll-geometry.js";
export { ScrollGestures } from "./scrolling/scroll-gestures.js";
export { ScrollIndicators, thumbOf } from "./scrolling/scroll-indicators.js";
export { ScrollView } from "./scrolling/scroll-view.js";
export { itemBeside } from "./scrolling/swipe-navigation.js";
export { SwipeNavigation } from "./scrolling/swipe-navigation.js";
export { doubleTapZoom, stretchedZoom } from "./scrolling/zoom.js";
export { circleEncloses, isCircle } from "./strokes/circle.js";
export { GlyphPattern, LETTER_R } from "./strokes/glyph-pattern.js";
export { TEMPLATES } from "./strokes/templates.js";
export { UnistrokeRecognizer } from "./strokes/unistroke-recognizer.js";
export { Trace } from "./trace.js";
export { TrackpadTouches } from "./trackpad.js";
export { VelocityTracker } from "./velocity-tracker.js";
export { WheelSource } from "./wheel.js";

/** @typedef {import("./arbiter.js").ArbiterOptions} ArbiterOptions */
/** @typedef {import("./arbiter.js").Observer} Observer */
/** @typedef {import("./arbiter.js").Transition} Transition */
/** @typedef {import("./clock.js").Clock} Clock */
/** @typedef {import("./declaration.js").Declaration} Declaration */
/** @typedef {import("./delegate.js").GestureRecognizerDelegate} GestureRecognizerDelegate */
/** @typedef {import("./dom/gesture-surface.js").SurfaceOptions} SurfaceOptions */
/** @typedef {import("./guard.js").Report} Report */
/** @typedef {import("./palm-undo.js").Remember} Remember */
/** @typedef {import("./key-equivalents.js").Key} Key */
/** @typedef {import("./geometry/point.js").Point} Point */
/** @typedef {import("./recognizer-state.js").Kind} Kind */
/** @typedef {import("./recognizer-state.js").StateName} StateName */
/** @typedef {import("./recognizer.js").Action} Action */
/** @typedef {import("./recognizers/axis-pan.js").Axis} Axis */
/** @typedef {import("./recognizers/grip.js").Step} Step */
/** @typedef {import("./recognizers/swipe.js").Direction} Direction */
/** @typedef {import("./recording/recording.js").Recording} Recording */
/** @typedef {import("./recording/view-names.js").ViewNames} ViewNames */
/** @typedef {import("./sample.js").CancelCause} CancelCause */
/** @typedef {import("./sample.js").Modifiers} Modifiers */
/** @typedef {import("./sample.js").Moment} Moment */
/** @typedef {import("./sample.js").Sample} Sample */
/** @typedef {import("./sample.js").TouchType} TouchType */
/** @typedef {import("./scrolling/scroll-view-delegate.js").ScrollViewDelegate} ScrollViewDelegate */
/** @typedef {import("./scrolling/shown-content.js").ScrollViewOptions} ScrollViewOptions */
/** @typedef {import("./touch-event.js").TouchEvent} TouchEvent */
/** @typedef {import("./touch-table.js").HitTest} HitTest */
/** @typedef {import("./touch.js").Phase} Phase */
/** @typedef {import("./touch.js").Touch} Touch */
/** @typedef {import("./trackpad.js").Aim} Aim */
/** @typedef {import("./trackpad.js").SampleSink} SampleSink */
/** @typedef {import("./view.js").Responder} Responder */
/** @typedef {import("./view.js").TouchHandler} TouchHandler */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./wheel.js").WheelTurn} WheelTurn */
/** @typedef {import("./scrolling/scroll-geometry.js").ScrollGeometry} ScrollGeometry */
