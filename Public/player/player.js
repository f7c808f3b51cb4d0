/** Plays a sound or film: the browser's own element, with a line of time, speed, captions and keys. */

import { button, element } from "../shell/element.js";
import { openMenu } from "../shell/menu.js";
import { Timer } from "../shell/timer.js";
import { askMedia, mediaUrls, NO_FACTS, timeInFigures, trackName } from "./media-facts.js";
import { MediaSource } from "./media-source.js";
import { pressPlayerKey } from "./player-keys.js";
import { Scrubber } from "./scrubber.js";

/** @typedef {import("../api/api.js").Document} Document */

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** A wait that is shorter shows no spinner, in milliseconds. */
const PATIENCE = 300;

export class Player {
  #media;
  #source;
  #api;
  #document;
  #moved;
  #urls;
  #signal;
  #scrubber;
  #facts = NO_FACTS;
  #play;
  #time = element("span", { class: "player-time" });
  #captions;
  #spinner = element("div", { class: "player-spinner spinner", hidden: true, role: "status", "aria-label": "Loading" });
  #stage;
  #waiting;
  element;

  /**
   * @param {{api: import("../api/api.js").Api, document: Document, isFilm: boolean, content: string, live: boolean,
   *   moved: () => void, refused: () => void}} given `moved` is called when another time is shown, `refused` when nothing here
   *   can play it
   * @param {AbortSignal} signal
   */
  constructor({ api, document, isFilm, content, live, moved, refused }, signal) {
    this.#api = api;
    this.#document = document;
    this.#moved = moved;
    this.#signal = signal;
    this.#urls = mediaUrls(document.id);
    this.#waiting = new Timer(signal);
    this.#media = element(isFilm ? "video" : "audio", { preload: "metadata", playsinline: true, class: "player-media" });
    this.#source = new MediaSource(this.#media, { content, stream: live ? this.#urls.stream : null });
    this.#scrubber = new Scrubber((time) => this.seek(time), signal);
    this.#play = button({ label: "Play", icon: "play", keys: "Space" }, () => this.toggle(), signal);
    this.#captions = button({ label: "Captions", icon: "captions", keys: "c" }, () => this.#chooseCaptions(), signal);
    this.#captions.hidden = true;
    this.#stage = element("div", { class: "player-stage" }, this.#media, this.#spinner);
    this.element = element(
      "section", { "class": `player ${isFilm ? "is-film" : "is-sound"}`, "aria-label": "Player", "tabindex": -1 },
      this.#stage, this.#bar(isFilm),
    );
    this.#listen(refused);
    if (live) void this.#learn(isFilm);
    signal.addEventListener("abort", () => this.#stop());
  }

  get isPlaying() {
    return !this.#media.paused;
  }

  /** Whether it has come to its end, and stands there. */
  get hasEnded() {
    return this.#media.ended;
  }

  /** The room for what is offered at the end: on a film, so that nothing moves, and under the line of a sound. */
  get room() {
    return this.#media instanceof HTMLVideoElement ? this.#stage : this.element;
  }

  get media() {
    return this.#media;
  }

  get time() {
    return this.#source.time;
  }

  get duration() {
    return this.#source.duration;
  }

  /** Plays, or pauses. */
  toggle() {
    if (this.isPlaying) this.#media.pause();
    else this.#media.play().catch(() => undefined);
  }

  /** @param {number} time in seconds */
  seek(time) {
    this.#source.seek(time);
    this.#show();
  }

  /** @param {number} speed a factor */
  set speed(speed) {
    this.#media.playbackRate = speed;
  }

  /** Fills the screen, or no longer. */
  toggleFullScreen() {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void this.element.requestFullscreen?.().catch(() => undefined);
  }

  /** Puts a film into a small window over all other windows, or back. */
  togglePictureInPicture() {
    if (!(this.#media instanceof HTMLVideoElement)) return;
    if (document.pictureInPictureElement) void document.exitPictureInPicture();
    else void this.#media.requestPictureInPicture?.().catch(() => undefined);
  }

  /** Shows the next captions, or none after the last. */
  nextCaptions() {
    const tracks = [...this.#media.textTracks];
    const shown = tracks.findIndex(({ mode }) => mode === "showing");
    this.#showCaptions(shown + 1 < tracks.length ? shown + 1 : -1);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    return pressPlayerKey(this, event);
  }

  focus() {
    this.#play.focus({ preventScroll: true });
  }

  /** @param {boolean} isFilm */
  #bar(isFilm) {
    const signal = this.#signal;
    const speed = button({ label: "Speed", icon: "speed" }, () => this.#chooseSpeed(speed), signal);
    const mute = button({ label: "Mute", icon: "volume", keys: "m" }, () => this.#media.muted = !this.#media.muted, signal);
    this.#media.addEventListener("volumechange", () => mute.setAttribute("aria-pressed", String(this.#media.muted)), { signal });
    const small = button({ label: "Picture in picture", icon: "small-window", keys: "p" }, () => this.togglePictureInPicture(), signal);
    const full = button({ label: "Full screen", icon: "full-screen", keys: "f" }, () => this.toggleFullScreen(), signal);
    const film = [...(document.pictureInPictureEnabled ? [small] : []), ...(document.fullscreenEnabled ? [full] : [])];
    return element(
      "div", { class: "player-bar" }, this.#play, this.#scrubber.element, this.#time, this.#captions, speed, mute,
      ...(isFilm ? film : []),
    );
  }

  /** @param {() => void} refused */
  #listen(refused) {
    const media = this.#media;
    const signal = this.#signal;
    const on = (/** @type {string} */ names, /** @type {() => void} */ act) => {
      for (const name of names.split(" ")) media.addEventListener(name, act, { signal });
    };
    on("timeupdate durationchange loadedmetadata seeked ended", () => this.#show());
    on("play pause ended", () => this.#showState());
    on("waiting stalled", () => this.#waiting.set(PATIENCE, () => this.#spinner.hidden = this.#media.paused));
    on("playing canplay pause error", () => {
      this.#waiting.clear();
      this.#spinner.hidden = true;
    });
    on("error", () => {
      if (!this.#source.failed()) refused();
    });
    media.addEventListener("click", () => this.toggle(), { signal });
    media.addEventListener("dblclick", () => this.toggleFullScreen(), { signal });
    this.#show();
  }

  /**
   * Asks the server for what the browser does not tell; without FFmpeg there it plays all the same.
   * @param {boolean} isFilm
   */
  async #learn(isFilm) {
    try {
      this.#facts = await askMedia(this.#api, this.#document.id, this.#signal);
    } catch {
      return;
    }
    if (this.#signal.aborted) return;
    const { duration, tracks, chapters } = this.#facts;
    this.#source.know(duration);
    this.#scrubber.showChapters(chapters);
    const media = this.#media;
    if (media instanceof HTMLVideoElement) media.poster = this.#urls.poster;
    else if (tracks.some(({ kind }) => kind === "cover")) {
      this.#stage.prepend(element("img", { class: "player-cover", src: this.#urls.poster, alt: "" }));
    }
    if (isFilm && tracks.some(({ kind }) => kind === "video")) this.#scrubber.showFrames(this.#urls.strip);
    else this.#scrubber.showWaveform(this.#urls.waveform);
    for (const track of tracks.filter(({ kind }) => kind === "subtitles")) {
      const src = this.#urls.subtitles(track.index);
      media.append(element("track", { kind: "subtitles", src, srclang: track.language ?? "und", label: trackName(track) }));
    }
    this.#captions.hidden = media.textTracks.length === 0;
    this.#show();
  }

  #show() {
    const { time, duration } = this;
    this.#scrubber.show(time, duration);
    this.#time.textContent = duration ? `${timeInFigures(time)} / ${timeInFigures(duration)}` : timeInFigures(time);
    this.#moved();
  }

  #showState() {
    const label = this.isPlaying ? "Pause" : "Play";
    this.#play.setAttribute("aria-label", label);
    this.#play.title = label;
    this.#play.querySelector("use")?.setAttribute("href", `#icon-${label.toLowerCase()}`);
    this.element.classList.toggle("is-playing", this.isPlaying);
  }

  /** @param {HTMLElement} anchor */
  #chooseSpeed(anchor) {
    openMenu(anchor, "Speed", SPEEDS.map((speed) => ({
      label: `${speed} ×`, icon: "speed", checked: this.#media.playbackRate === speed, act: () => this.speed = speed,
    })));
  }

  #chooseCaptions() {
    const tracks = [...this.#media.textTracks];
    const none = { label: "Off", icon: "captions", checked: tracks.every(({ mode }) => mode !== "showing"), act: () => this.#showCaptions(-1) };
    openMenu(this.#captions, "Captions", [none, ...tracks.map((track, place) => ({
      label: track.label, icon: "captions", checked: track.mode === "showing", act: () => this.#showCaptions(place),
    }))]);
  }

  /** @param {number} place of the track; -1 for none */
  #showCaptions(place) {
    [...this.#media.textTracks].forEach((track, index) => track.mode = index === place ? "showing" : "disabled");
    this.#captions.setAttribute("aria-pressed", String(place >= 0));
  }

  /** Lets go of the bytes that are still loading. */
  #stop() {
    this.#media.pause();
    this.#media.removeAttribute("src");
    this.#media.load();
  }
}
