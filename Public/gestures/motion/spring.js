/**
 * A damped spring, x'' + 2ζω·x' + ω²·x = 0 about its rest, solved in closed form for all three kinds of damping. No
 * step is integrated, so none can explode.
 */

import { REST_DISTANCE, SPRING_DAMPING, SPRING_RESPONSE } from "../constants.js";
import { ending, resting, usableVelocity } from "./motion.js";

/** @typedef {import("./motion.js").Motion} Motion */

/**
 * @typedef {object} SpringOptions
 * @property {number} [velocity] px/s at the start
 * @property {number} [damping] ratio: below 1 it swings, at 1 it comes in the shortest time, above it creeps
 * @property {number} [response] ms of one swing without damping
 */

/** Below this difference from 1 a damping is critical; the other two solutions divide by it. */
const CRITICAL = 1e-4;

/** The way of a spring that leads something else: much more than the half pixel at which it rests, px. */
const SHARE_WAY = 1000;

/** The least damping: a spring without would swing for ever. */
const LEAST_DAMPING = 0.05;

/**
 * @param {number} from px
 * @param {number} to px where it rests
 * @param {SpringOptions} [options]
 * @returns {Motion}
 */
export function spring(from, to, options = {}) {
  const velocity = usableVelocity(options.velocity ?? 0);
  const damping = Math.max(LEAST_DAMPING, options.damping ?? SPRING_DAMPING);
  const frequency = (2 * Math.PI) / (options.response ?? SPRING_RESPONSE);
  if (Math.abs(from - to) <= REST_DISTANCE && velocity === 0) return resting(to);
  const swing = solution(from - to, velocity / 1000, damping, frequency);
  const duration = settlingTime(Math.abs(from - to) + Math.abs(velocity / 1000) / frequency, damping, frequency);
  return ending({ duration, destination: to, still: to }, (time) => {
    const [offset, speed] = swing(time);
    return { position: to + offset, velocity: speed * 1000 };
  });
}

/**
 * The share of a way that a spring from rest has gone, from 0 to 1.
 * @param {SpringOptions} [options]
 * @returns {{duration: number, at: (time: number) => number}} ms
 */
export function springShare(options) {
  const { duration, at } = spring(0, SHARE_WAY, options);
  return { duration, at: (time) => at(time).position / SHARE_WAY };
}

/**
 * Offset and velocity, in px/ms, by time.
 * @param {number} offset px at the start
 * @param {number} velocity px/ms at the start
 * @param {number} damping
 * @param {number} frequency radians per ms
 * @returns {(time: number) => [number, number]}
 */
function solution(offset, velocity, damping, frequency) {
  if (damping < 1 - CRITICAL) return swinging(offset, velocity, damping, frequency);
  if (damping > 1 + CRITICAL) return creeping(offset, velocity, damping, frequency);
  const slope = velocity + frequency * offset;
  return (time) => {
    const left = Math.exp(-frequency * time);
    return [(offset + slope * time) * left, (slope - frequency * (offset + slope * time)) * left];
  };
}

/** @type {typeof solution} */
function swinging(offset, velocity, damping, frequency) {
  const decay = damping * frequency;
  const turn = frequency * Math.sqrt(1 - damping * damping);
  const sineShare = (velocity + decay * offset) / turn;
  return (time) => {
    const left = Math.exp(-decay * time);
    const [cosine, sine] = [Math.cos(turn * time), Math.sin(turn * time)];
    const position = left * (offset * cosine + sineShare * sine);
    return [position, left * turn * (sineShare * cosine - offset * sine) - decay * position];
  };
}

/** @type {typeof solution} */
function creeping(offset, velocity, damping, frequency) {
  const root = frequency * Math.sqrt(damping * damping - 1);
  const [slow, fast] = [-damping * frequency + root, -damping * frequency - root];
  const fastShare = (velocity - slow * offset) / (fast - slow);
  const slowShare = offset - fastShare;
  return (time) => {
    const [bySlow, byFast] = [slowShare * Math.exp(slow * time), fastShare * Math.exp(fast * time)];
    return [bySlow + byFast, slow * bySlow + fast * byFast];
  };
}

/**
 * When the spring is certain to be at rest: its slowest part has shrunk to a fortieth of the visible distance. The
 * margin covers the factor that grows with time under critical damping.
 * @param {number} reach px it swings at most
 * @param {number} damping
 * @param {number} frequency radians per ms
 */
function settlingTime(reach, damping, frequency) {
  const slowest = damping > 1 ? damping - Math.sqrt(damping * damping - 1) : damping;
  return Math.max(0, Math.log((40 * reach) / REST_DISTANCE)) / (slowest * frequency);
}
