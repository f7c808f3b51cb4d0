/** Subtitles of a film: the tracks that the browser shows over it, and the choice among them. */

import { button, element } from "../shell/element.js";
import { openMenu } from "../shell/menu.js";
import { say } from "../shell/texts.js";
import { trackName } from "./media-facts.js";

export class Captions {
  #media;
  #signal;
  /** The time of the film at which the element's own times begin. */
  #offset = 0;
  /**
   * The times of the film at which a text comes and goes.
   * @type {WeakMap<TextTrackCue, {start: number, end: number}>}
   */
  #times = new WeakMap();
  button;

  /**
   * @param {HTMLMediaElement} media
   * @param {AbortSignal} signal
   */
  constructor(media, signal) {
    this.#media = media;
    this.#signal = signal;
    this.button = button({ label: say("Captions"), icon: "captions", keys: "c" }, () => this.#choose(), signal);
    // The button of a film has its place from the start, so that the others stay where they are.
    if (media instanceof HTMLVideoElement) this.button.disabled = true;
    else this.button.hidden = true;
  }

  /**
   * @param {readonly import("./media-facts.js").Track[]} tracks
   * @param {(track: number) => string} address of a track
   */
  add(tracks, address) {
    for (const track of tracks.filter(({ kind }) => kind === "subtitles")) {
      const attributes = { kind: "subtitles", src: address(track.index), srclang: track.language ?? "und", label: trackName(track) };
      const made = element("track", attributes);
      made.addEventListener("load", () => this.#shift(made.track), { signal: this.#signal });
      this.#media.append(made);
    }
    if (this.#media.textTracks.length === 0) return;
    this.button.hidden = false;
    this.button.disabled = false;
  }

  /** @param {number} offset the time of the film at which the element's own times begin now */
  begin(offset) {
    this.#offset = offset;
    for (const track of this.#media.textTracks) this.#shift(track);
  }

  /** Shows the next captions, or none after the last. */
  next() {
    const tracks = [...this.#media.textTracks];
    const shown = tracks.findIndex(({ mode }) => mode === "showing");
    this.#show(shown + 1 < tracks.length ? shown + 1 : -1);
  }

  #choose() {
    const tracks = [...this.#media.textTracks];
    const none = { label: say("Off"), icon: "captions", checked: tracks.every(({ mode }) => mode !== "showing"), act: () => this.#show(-1) };
    openMenu(this.button, say("Captions"), [none, ...tracks.map((track, place) => ({
      label: track.label, icon: "captions", checked: track.mode === "showing", act: () => this.#show(place),
    }))]);
  }

  /** @param {number} place of the track; -1 for none */
  #show(place) {
    [...this.#media.textTracks].forEach((track, index) => {
      track.mode = index === place ? "showing" : "disabled";
      this.#shift(track);
    });
    this.button.setAttribute("aria-pressed", String(place >= 0));
  }

  /**
   * Texts have the times of the film, a conversion its own. Those of a track that is not shown are not there.
   * @param {TextTrack} track
   */
  #shift(track) {
    // The list sorts itself anew with each change.
    for (const cue of [...track.cues ?? []]) {
      const times = this.#times.get(cue) ?? { start: cue.startTime, end: cue.endTime };
      this.#times.set(cue, times);
      cue.startTime = Math.max(0, times.start - this.#offset);
      cue.endTime = Math.max(0, times.end - this.#offset);
    }
  }
}
