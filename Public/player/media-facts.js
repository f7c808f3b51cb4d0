/** Facts of a sound or film, and where its parts lie. Pure but for what asks. */

import { say, sayCount } from "../shell/texts.js";
import { ApiProblem } from "../api/api-problem.js";
import { documentUrl, parameters } from "../api/urls.js";
import { languageInWords, numberInWords } from "../api/words.js";

/**
 * @typedef {object} Track
 * @property {number} index
 * @property {"video" | "audio" | "subtitles" | "cover"} kind
 * @property {string} codec
 * @property {string} [language]
 * @property {string} [title]
 * @property {number} [width]
 * @property {number} [height]
 */

/**
 * @typedef {object} MediaFacts
 * @property {number | null} duration in seconds
 * @property {readonly Track[]} tracks
 * @property {readonly {title: string, start: number, end: number}[]} chapters
 */

/** The frames of a strip: the frame i is that at i · duration / 20. */
export const STRIP_COUNT = 20;

/** @type {MediaFacts} */
export const NO_FACTS = Object.freeze({ duration: null, tracks: [], chapters: [] });

/**
 * @param {Pick<import("../api/api.js").Api, "ask">} api
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {Promise<MediaFacts>}
 */
export function askMedia(api, id, signal) {
  return api.ask(`/documents/${encodeURIComponent(id)}/media`, { signal });
}

/**
 * Why the server does not convert a sound or film; null where it does.
 *
 * A player asks after an error alone: the conversion that the answer begins with ends at once.
 * @param {Pick<import("../api/api.js").Api, "send">} api
 * @param {string} id
 * @param {number} start in seconds
 * @param {AbortSignal} signal
 * @returns {Promise<ApiProblem | null>}
 */
export async function conversionProblem(api, id, start, signal) {
  try {
    const answer = await api.send(`/documents/${encodeURIComponent(id)}/media/stream${startOf(start)}`, { signal });
    await answer.body?.cancel();
    return null;
  } catch (error) {
    return ApiProblem.from(error);
  }
}

/** @param {number} start in seconds */
function startOf(start) {
  return parameters({ start: Math.max(0, start).toFixed(2) });
}

/** @param {string} id */
export function mediaUrls(id) {
  const root = `${documentUrl(id)}/media`;
  return {
    poster: `${root}/poster`, strip: `${root}/strip`, waveform: `${root}/waveform`,
    /** @param {number} track */
    subtitles: (track) => `${root}/subtitles/${track}`,
    /** @param {number} start in seconds */
    stream: (start) => `${root}/stream${startOf(start)}`,
  };
}

/**
 * A time for people who hear it: "1 hour 2 minutes 3 seconds".
 * @param {number} seconds
 */
export function timeInWords(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return [
    ...(hours ? [sayCount(hours, "{n} hour", "{n} hours")] : []),
    ...(minutes ? [sayCount(minutes, "{n} minute", "{n} minutes")] : []),
    sayCount(whole % 60, "{n} second", "{n} seconds"),
  ].join(" ");
}

/**
 * The frame of the strip for a time, from 0.
 * @param {number} time
 * @param {number} duration
 */
export function frameAt(time, duration) {
  if (!(duration > 0)) return 0;
  return Math.min(STRIP_COUNT - 1, Math.max(0, Math.floor(time / duration * STRIP_COUNT)));
}

/**
 * The chapter that a time lies in.
 * @param {MediaFacts["chapters"]} chapters
 * @param {number} time
 */
export function chapterAt(chapters, time) {
  return [...chapters].reverse().find(({ start }) => start <= time) ?? null;
}

/**
 * The words for a chapter.
 * @param {{title: string}} chapter
 * @param {number} index from 0
 */
export function chapterName({ title }, index) {
  return title || say("Chapter {number}", { number: numberInWords(index + 1) });
}

/** A step back within so many seconds of the start of a chapter leads to the one before. */
const SAME_CHAPTER = 3;

/**
 * Where the next chapter begins; backwards this one, or the one before when this one has just begun.
 * @param {MediaFacts["chapters"]} chapters
 * @param {number} time
 * @param {1 | -1} direction
 * @returns {number | null} null where there is no other
 */
export function chapterStep(chapters, time, direction) {
  const starts = chapters.map(({ start }) => start);
  const found = direction > 0 ? starts.find((start) => start > time) : starts.reverse().find((start) => start < time - SAME_CHAPTER);
  return found ?? (direction < 0 && starts.length > 0 ? 0 : null);
}

/**
 * The words for a track of subtitles.
 * @param {Track} track
 * @param {string} [locale]
 */
export function trackName({ title, language, index }, locale) {
  if (title) return title;
  return language ? languageInWords(language, locale) : say("Track {number}", { number: index + 1 });
}
