import { isPlain } from "../shell/keys.js";

/** @typedef {import("./player.js").Player} Player */

const STEP = 5;
const LEAP = 10;
const LOUDER = 0.1;
const SLOWEST = 0.5;
const FASTEST = 2;

/** @type {ReadonlyMap<string, 1 | -1>} */
const CHAPTER_STEPS = new Map([["PageDown", 1], ["PageUp", -1]]);

/** @type {ReadonlyMap<string, (player: Player) => void>} */
const KEYS = new Map([
  [" ", (player) => player.toggle()],
  ["k", (player) => player.toggle()],
  ["ArrowLeft", (player) => player.seek(player.time - STEP)],
  ["ArrowRight", (player) => player.seek(player.time + STEP)],
  ["j", (player) => player.seek(player.time - LEAP)],
  ["l", (player) => player.seek(player.time + LEAP)],
  ["Home", (player) => player.seek(0)],
  ["End", (player) => player.seek(player.duration)],
  ["ArrowUp", (player) => raise(player, LOUDER)],
  ["ArrowDown", (player) => raise(player, -LOUDER)],
  ["m", (player) => player.media.muted = !player.media.muted],
  ["f", (player) => player.toggleFullScreen()],
  ["p", (player) => player.togglePictureInPicture()],
  ["c", (player) => player.nextCaptions()],
  ["<", (player) => player.speed = Math.max(SLOWEST, player.media.playbackRate - 0.25)],
  [">", (player) => player.speed = Math.min(FASTEST, player.media.playbackRate + 0.25)],
]);

/**
 * Keys as in other players on the web: space or K plays, arrows go five seconds, J and L ten, digits to a tenth.
 * @param {Player} player
 * @param {KeyboardEvent} event
 */
export function pressPlayerKey(player, event) {
  if (!isPlain(event) && !["<", ">"].includes(event.key)) return false;
  const step = CHAPTER_STEPS.get(event.key);
  if (step) return player.stepChapter(step);
  const act = KEYS.get(event.key);
  if (act) return act(player), true;
  if (!/^\d$/.test(event.key)) return false;
  player.seek(player.duration * Number(event.key) / 10);
  return true;
}

/**
 * @param {Player} player
 * @param {number} step
 */
function raise({ media }, step) {
  media.volume = Math.min(1, Math.max(0, media.volume + step));
}
