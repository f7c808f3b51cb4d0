/**
 * Every number of the gesture system, with its unit and its source. No other file of this folder holds a threshold.
 *
 * "UIKit": the documented default of the class of that name. "book": Neuburg, *Programming iOS 7*. "cookbook": Sadun,
 * *The Core iOS Developer's Cookbook*, 4th and 5th edition. "chosen": ours, with the reason. Lengths are CSS pixels,
 * which stand for points. Times are milliseconds unless the name says else.
 */

// Tap

/** Longest time from the first finger down to the last finger up of one tap, ms. Book, its split of short and long. */
export const TAP_MAX_DURATION = 400;
/** How far a finger may stray while it taps, px. Chosen: as for the long press. */
export const TAP_SLOP = 10;
/** Longest pause from the last lift to the next touch of the same series of taps, ms. Book. */
export const MULTITAP_GAP = 300;
/** How far apart the taps of one series may be, px. Chosen: about the width of a fingertip. */
export const MULTITAP_DISTANCE = 30;
/** Within which time all fingers of one tap or press must have landed, ms. Chosen: people land two fingers 20 to 60 ms apart. */
export const FINGERS_LAND_WITHIN = 100;

// Long press

/** How long a press lasts before it is long, ms. UIKit `minimumPressDuration`. */
export const LONG_PRESS_DURATION = 500;
/** How far the finger may stray before the press is recognized, px. UIKit `allowableMovement`. */
export const LONG_PRESS_SLOP = 10;

// Pan, swipe, screen edge

/** How far a finger must go before it pans, px. Chosen; UIKit and Hammer.js behave so. */
export const PAN_SLOP = 10;
/** Shortest way of a swipe along its direction, px. Chosen. */
export const SWIPE_DISTANCE = 50;
/** How far a swipe may stray from its axis, px. Chosen. */
export const SWIPE_DEVIATION = 25;
/** Longest time of a swipe, ms. Chosen: a slower movement is a drag. */
export const SWIPE_MAX_DURATION = 400;
/** How near to the edge of the surface an edge pan must begin, px. Chosen. */
export const EDGE_BAND = 20;

// Pinch and rotation

/** By how much the distance of two fingers must change before they pinch, px. Chosen. */
export const PINCH_SLOP = 8;
/** By how much two fingers must turn before they rotate, radians. Chosen: about 6 degrees. */
export const ROTATION_SLOP = 0.1;
/** Shortest distance between two fingers that a scale is counted from, px. Chosen: below it noise would be a factor. */
export const SHORTEST_SPAN = 1;

// Velocity

/** How far back the velocity looks, ms. Chosen: 6 frames; long enough to be smooth, short enough to be the lift's. */
export const VELOCITY_WINDOW = 100;
/** Shortest time that a velocity is taken over, ms. Hammer.js `COMPUTE_INTERVAL`; below it jitter of the clock dominates. */
export const VELOCITY_SPAN = 25;
/** A finger that has rested so long has no velocity, ms. Android `VelocityTracker`, `ASSUME_POINTER_STOPPED_TIME`. */
export const VELOCITY_REST = 40;

// Wheel and trackpad

/** How long no event comes before a scroll or a pinch on a trackpad has ended, ms. Chosen: inertia sends one a frame. */
export const WHEEL_QUIET = 150;
/** Wheel pixels for a factor of e when zooming by the wheel with Control. Chosen: browsers send 100 a notch, about 10 for a pinch. */
export const WHEEL_PIXELS_PER_E = 100;
/** Largest `deltaY` of one event when zooming, px: so that a notch of a mouse is a fifth and not 2.7 times. Chosen. */
export const WHEEL_ZOOM_LIMIT = 20;
/** One line of a wheel that counts in lines, px. Firefox: about 16 px of text; browsers scroll three lines a notch. */
export const WHEEL_LINE = 16;
/** One page of a wheel that counts in pages, px. Chosen. */
export const WHEEL_PAGE = 400;
/** Distance of the two fingers that stand for a trackpad, px. Chosen: any will do, only ratios are read. */
export const TRACKPAD_SPAN = 200;

// Pen and palm

/** Touches are refused for so long after the pen has left, ms. Chosen: the hand lifts after the pen. */
export const PEN_LINGER = 500;
/** A touch that began so shortly before the pen was the hand, ms. Chosen: the palm lands first when writing. */
export const PALM_BEFORE_PEN = 300;
/**
 * A touch that has stayed where it landed, and is down when the pen lands, was the hand if it began so long before, ms.
 * Chosen: a hand lies down while one thinks what to write; longer, and it is one that holds the paper.
 */
export const PALM_AT_REST = 1500;
/** So far it may have gone, px. Chosen: as a finger that presses long. */
export const PALM_AT_REST_SLOP = 10;
/** A pen that is down and of which nothing was heard for so long was lost, ms. Chosen: a hand trembles, and a pen tells. */
export const PEN_SILENCE = 5000;
/** A hovering pen of which nothing was heard for so long has gone, ms. Chosen: hover events come with every frame. */
export const PEN_HOVER_TIMEOUT = 1000;

// Menus

/** How long after a press has lifted the menu that comes is still its own, ms. Chosen: some systems ask when it lifts. */
export const MENU_AFTER_PRESS = 1000;
/** So long after a lift a click is its own, ms. Chosen: browsers send it in the same task, with nearly the same stamp. */
export const CLICK_AFTER_LIFT = 50;

// Hit-testing

/** A view with less alpha is not touched, 0 to 1. Book: 0 or extremely close; UIKit 0.01. */
export const HIDDEN_ALPHA = 0.01;
/** A pixel of a picture with less alpha is not touched, 0 to 1. Book. */
export const TRANSPARENT_PIXEL = 0.01;
/** An alpha mask is touched above this, of 255. Cookbook, recipe 1-6: 85 itself misses. */
export const MASK_ALPHA = 85;

// Timers

/** A timer that comes later than this waits for input that is queued behind the same delay, ms. Chosen: half a frame. */
export const LATE_TIMER = 8;

// Scrolling and motion

/** Share of the velocity that is left after each millisecond. UIKit `decelerationRate` normal; book. */
export const DECELERATION_NORMAL = 0.998;
/** The same of UIKit's fast rate; book. */
export const DECELERATION_FAST = 0.99;
/** Resistance of the rubber band: overshoot = d·c / (1 + d·c / size). UIKit's curve as measured by its users. */
export const RUBBER_BAND = 0.55;
/** A motion whose rest is nearer than this has arrived, px. Chosen: half a pixel is not seen. */
export const REST_DISTANCE = 0.5;
/** Time of one swing of a spring without damping, ms. Chosen: back from a bounce in a third of a second. */
export const SPRING_RESPONSE = 400;
/** Damping of a spring that brings back what was pulled over an edge: 1 does not swing at all. Chosen. */
export const SPRING_DAMPING = 1;
/** Damping of a snap, 0 to 1; less swings more. UIKit `UISnapBehavior.damping`. */
export const SNAP_DAMPING = 0.5;
/** Share of a thrown card's velocity that is left after each millisecond. Chosen: between UIKit's two, so that 1,000 px/s rest within 2 s. */
export const FLING_DECELERATION = 0.995;
/** Share of its velocity that a card keeps when it meets an edge. Book, UIKit Dynamics, `elasticity` of its example. */
export const EDGE_ELASTICITY = 0.4;
/** Longest step in which a card pulled by a corner is turned, px. Chosen: the answer then depends on the way, not on the events. */
export const PULL_STEP = 4;
/** Crossing of the axis at which a drag belongs to the strip no more, px along and px across. Cookbook, recipe 1-12. */
export const PULL_ALONG = 16;
/** Largest way off the axis of a pull, px. Cookbook, 5th edition. */
export const PULL_ACROSS = 12;
/** Time between two frames without a screen that sets the pace, ms. 60 Hz. */
export const FRAME_INTERVAL = 1000 / 60;
/** Most that a pinch stretches the zoom beyond a limit, octaves. Chosen: one, as far as a page is dragged beyond its edge. */
export const ZOOM_STRETCH = 1;
/** How long a scroll view looks whether a touch scrolls before its content hears of it, ms. UIKit, by its users. */
export const CONTENT_TOUCH_DELAY = 150;
/** How long indicators stay after the last scroll, ms. Chosen: long enough to be found. */
export const INDICATOR_LINGER = 600;
/** How long they take to fade, ms. Chosen. */
export const INDICATOR_FADE = 300;
/** Shortest indicator, px: of content without end it can still be seen. Chosen. */
export const INDICATOR_MIN_LENGTH = 8;
/** Pages kept on each side of the present one. Book: its neighbours, so that scrolling shows no delay. */
export const PAGES_KEPT = 1;
/** Nearer to the edge than this a dragged thing scrolls what it is in, px. Book. */
export const AUTOSCROLL_BAND = 30;
/** Autoscroll stops with less than this left, px. Book. */
export const AUTOSCROLL_MARGIN = 6;
/** It goes on by so much, px. Book. */
export const AUTOSCROLL_STEP = 5;
/** It does so every so often, ms. Book. */
export const AUTOSCROLL_INTERVAL = 100;
/** Scale a card may shrink to. Cookbook, 5th edition. */
export const CARD_MIN_SCALE = 0.5;
/** Scale a card may grow to. Chosen. */
export const CARD_MAX_SCALE = 8;

// Strokes

/** Longest time of a circle, ms; itself allowed. Cookbook, recipe 1-10. */
export const CIRCLE_MAX_DURATION = 2000;
/** Most changes of direction of a circle; four are ideal. Cookbook. */
export const CIRCLE_MAX_INFLECTIONS = 5;
/** Ends of a circle are nearer than this share of the surface's width. Cookbook: a third. */
export const CIRCLE_MAX_GAP = 1 / 3;
/** Turn of a circle about its middle, radians: from 315 to 540 degrees, both allowed. Cookbook. */
export const CIRCLE_MIN_TRANSIT = (7 * Math.PI) / 4;
export const CIRCLE_MAX_TRANSIT = 3 * Math.PI;
/** Least ratio of the sides of a circle's box. Chosen: a line that goes there and back is none. */
export const CIRCLE_MIN_ASPECT = 0.4;
/** Least side of a circle's box, px. Chosen. */
export const CIRCLE_MIN_SIDE = 24;
/** Longest gap between a circle's ends where no surface is known, share of its larger side. Chosen: one and a half turns end opposite. */
export const CIRCLE_MAX_GAP_SHARE = 1;
/** Least way back of one axis that is a change of direction, share of the larger side. Chosen: above it three people have at most 5. */
export const CIRCLE_WOBBLE_SHARE = 0.1;
/** Bend from an even turn at which a stroke is as much a polygon as a circle, degrees, root mean square. See strokes/README.md. */
export const CIRCLE_MAX_BEND = 14.75;
/** Share of a stroke's turn made in its sharpest third, at the same border: 1/3 in a circle, 1 in a polygon. See strokes/README.md. */
export const CIRCLE_MAX_SHARPEST = 0.67;
/** Standard deviation of a circle's radius, share of its mean, up to which tails may stick out. See strokes/README.md. */
export const CIRCLE_MAX_UNEVEN = 0.265;
/** Coordinates beyond this are reports gone wrong, px. Chosen: no surface is so large, and no square of it overflows. */
export const COORDINATE_LIMIT = 1e7;
/** Reported points beyond which a finger draws no shape any more. Chosen: ten seconds of the fastest mouse. */
export const STROKE_MOST_POINTS = 10_000;
/** Points a stroke is resampled to. Wobbrock, Wilson, Li 2007, $1: 64. */
export const STROKE_SAMPLES = 64;
/** Points nearer to one another than this are one, share of the stroke's diagonal. Chosen: 3 px of a palm-sized stroke, stairs of pixels. */
export const STROKE_STEADY_SHARE = 0.02;
/** Lines that the curve between two reported points becomes. Chosen: 9 points of a quick circle make 64 lines. */
export const STROKE_CURVE_PIECES = 8;
/** Way down of the letter r before its way up, px. Beginning iOS development, ch. 12. */
export const GLYPH_MIN_TRAVEL = 10;
/** Wobble allowed within a part of a glyph, px. Same source. */
export const GLYPH_WOBBLE = 5;
/** Way level to the right at the end of the letter r, px. Chosen: less than the wobble, as the source's single step is. */
export const GLYPH_LEVEL_TRAVEL = 4;
/** Way towards the next part of a glyph at which the part before is done, px. Chosen: more than a pixel's rounding. */
export const GLYPH_TURN = 1.5;
/** Way in directions that no part asks for at which a stroke is no glyph, px. Chosen: four wobbles, a round bottom. */
export const GLYPH_STRAY = 20;
/** How far from its turning a way back may lead aside before the next part, px. Chosen: more than the book's small stream does. */
export const GLYPH_ASIDE = 7;
/** The same as a share of the way there: of a large glyph. Chosen on ticks and v's of three people, half of what they lead. */
export const GLYPH_ASIDE_SHARE = 0.15;
/** Least way back as a share of the way there. Chosen: less than the half that the book's stream goes. */
export const GLYPH_BACK_SHARE = 0.37;
/** Most way back as a share of the way there. Chosen: a tick goes up half as far again as it came down, and more. */
export const GLYPH_BEYOND_SHARE = 1.3;
/** How far a part that is gone back may lean off its axis, as a share of it. Chosen: an r is upright, a v leans by more. */
export const GLYPH_LEAN_SHARE = 0.35;
/** Reversals of direction that make a scratch. Chosen by the design of the tablet app. */
export const SCRATCH_MIN_REVERSALS = 3;
/** Least way back up or down that is a reversal of a scratch, px. Chosen: more than jitter; 0 counts every one, as the design did. */
export const SCRATCH_DEAD_ZONE = 4;
/** Points of a scratch nearer than this to one another come over the same, px. Chosen: half of what a line is hit beside. */
export const SCRATCH_HIT_STEP = 4;
/** Points a unistroke is compared in. Li 2010, Protractor, has 16; at 48 the nib of a brace still shows. Chosen on three people. */
export const UNISTROKE_POINTS = 48;
/** How far a unistroke may be turned against its template, radians. Wobbrock, Wilson, Li 2007, $1: 45 degrees. */
export const UNISTROKE_MAX_TURN = Math.PI / 4;
/** How far a unistroke's sides are made alike: 0 not, as in Protractor, 1 fully, as in $1. Chosen on three people; 0.5 to 1 differ little. */
export const UNISTROKE_SQUARING = 0.75;
/** A box flatter than this is not made square. Anthony, Wobbrock 2010, $N: 0.3. */
export const UNISTROKE_MIN_ASPECT = 0.3;
/** Share of directions, the rest being places, in the cost of two unistrokes. Chosen on three people; 0.4 to 0.6 differ little. */
export const UNISTROKE_DIRECTION_SHARE = 0.6;
/** How many points one stroke may be ahead of the other. Taranta 2017, Jackknife: a tenth of them. */
export const UNISTROKE_WARP_BAND = 5;
/** Cost of a point that is matched twice. Chosen on three people; 0.02 to 0.08 differ little. */
export const UNISTROKE_WARP_COST = 0.02;
/** Straightness above which a stroke is a line, and like no sign but a line. Chosen: the straightest sign of three people has 0.88. */
export const UNISTROKE_STRAIGHT = 0.95;
/** Least likeness of a unistroke to the nearest template; below it the stroke is none of them. See strokes/README.md. */
export const UNISTROKE_MIN_SCORE = 0.82;

// Recording

/** Events that a recording keeps at most; what comes after is not in it. Chosen: a quarter of an hour of a quick screen. */
export const RECORDING_MOST_EVENTS = 100_000;

// Touch feedback

/** Radius of the disc under a finger, px. Cookbook, recipe 1-13: from the 44 point target. */
export const BUBBLE_RADIUS = 25;
/** Radius of the disc on it, px. Same source. */
export const BUBBLE_INNER_RADIUS = 24;
/** Opacity of both. Cookbook. */
export const BUBBLE_ALPHA = 0.5;
/** How far the disc on it is shifted to the left and up, px. Cookbook: an accident of its arithmetic that looks like light. */
export const BUBBLE_SHIFT = 2;
/** Size of the disc of a pen, share of a finger's. Chosen: a nib, but seen from afar. */
export const BUBBLE_PEN_SCALE = 0.4;
/** The same of a mouse. Chosen: about the arrow of the pointer. */
export const BUBBLE_MOUSE_SCALE = 0.6;
/** Largest disc of a contact whose size is known, share of a finger's. Chosen: a palm of 150 px. */
export const BUBBLE_MAX_SCALE = 3;
/** How long a disc takes to fade when its finger has lifted, ms. Chosen: long enough that a tap is seen at all. */
export const BUBBLE_FADE = 220;
/** The same where less motion is asked for. Chosen. */
export const BUBBLE_FADE_REDUCED = 100;
/** By how much a disc has grown when it has faded, share of its size; not where less motion is asked for. Chosen. */
export const BUBBLE_GROWTH = 0.3;
