/** Plays a recording into an arbiter at once, on a clock that is turned by hand: in tests and without a browser. */

/** @typedef {import("../arbiter.js").Arbiter} Arbiter */
/** @typedef {import("../sample.js").Sample} Sample */
/** @typedef {import("./recording.js").KeptSample} KeptSample */
/** @typedef {import("./recording.js").Recording} Recording */
/** @typedef {import("./view-names.js").ViewNames} ViewNames */

/**
 * A clock whose hands can be turned, such as `ManualClock`.
 * @typedef {{now: () => number, advance: (time: number) => void}} TurnedClock
 */

/**
 * @typedef {object} Stage where a recording is played
 * @property {Arbiter} arbiter
 * @property {TurnedClock} clock the arbiter's own
 * @property {ViewNames} [names] finds what was touched; without them the hit test finds it by its place
 */

/**
 * @typedef {object} Beat
 * @property {number} start ms: when the recording began to be played
 * @property {number} time ms: of the event in the recording
 * @property {number} [firstId] added to the ids of pointers, so that none is taken for that of a hand
 */

/**
 * Plays all of it, from now on by the stage's clock. The same recognizers on the same views do the same again.
 * @param {Recording} recording
 * @param {Stage} stage
 */
export function replay(recording, stage) {
  const start = stage.clock.now();
  for (const { time, samples } of recording.events) playEvent(samples, { start, time }, stage);
  stage.clock.advance(start + recording.duration);
}

/**
 * One event at its time; timers that were due before it run first.
 * @param {readonly KeptSample[]} samples
 * @param {Beat} beat
 * @param {Stage} stage
 */
export function playEvent(samples, beat, { arbiter, clock, names }) {
  clock.advance(beat.start + beat.time);
  arbiter.dispatch(samples.map((sample) => played(sample, beat, names)));
}

/**
 * A sample as its source would have sent it now. All of an event happened at one time: the one that counted.
 * @param {KeptSample} kept
 * @param {Beat} beat
 * @param {ViewNames | undefined} names
 * @returns {Sample}
 */
function played({ view, coalesced, ...sample }, { start, time, firstId = 0 }, names) {
  const target = view === undefined ? null : names?.find(view) ?? null;
  return {
    ...sample,
    id: firstId + sample.id,
    time: start + time,
    ...(coalesced && { coalesced: coalesced.map((moment) => ({ ...moment, time: start + moment.time })) }),
    ...(target && { target }),
  };
}
