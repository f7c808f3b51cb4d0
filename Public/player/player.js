/** Plays a sound or film: the browser's own element, with a line of time, speed, captions and keys. */

import { ApiProblem } from "../api/api-problem.js";
import { whyRefused } from "../api/refusals.js";
import { timeInFigures } from "../api/words.js";
import { button, element } from "../shell/element.js";
import { openMenu } from "../shell/menu.js";
import { playAlone, stopLoading } from "../shell/playing.js";
import { say } from "../shell/texts.js";
import { Timer } from "../shell/timer.js";
import { Captions } from "./captions.js";
import { Chapters } from "./chapters.js";
import { askMedia, conversionProblem, mediaUrls, NO_FACTS } from "./media-facts.js";
import { MediaSource } from "./media-source.js";
import { lacksATrack } from "./playable.js";
import { pinchToFullScreen } from "./pinch-full-screen.js";
import { pressPlayerKey } from "./player-keys.js";
import { Scrubber } from "./scrubber.js";

/** @typedef {import("../api/api.js").Document} Document */

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** A wait that is shorter shows no spinner, in milliseconds. */
const PATIENCE = 300;

/** `HTMLMediaElement.HAVE_METADATA`: the size of the picture is known. */
const HAVE_METADATA = 1;

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
  /**
   * The server's reason to know nothing of it.
   * @type {ApiProblem | null}
   */
  #problem = null;
  #play;
  #time = element("span", { class: "player-time" });
  #captions;
  #chapters;
  #spinner = element("div", { class: "player-spinner spinner", hidden: true, role: "status", "aria-label": say("Loading") });
  #note = element("p", { class: "player-note", hidden: true, role: "status" });
  #stage;
  #waiting;
  element;

  /**
   * @param {{api: import("../api/api.js").Api, document: Document, isFilm: boolean, content: string, live: boolean,
   *   moved: () => void, refused: (problem: ApiProblem | null) => void}} given `moved` is called when another time is shown,
   *   `refused` when nothing here can play it, with the server's reason
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
    this.#captions = new Captions(this.#media, signal);
    this.#chapters = new Chapters(this, signal);
    this.#source = new MediaSource(this.#media, {
      content, stream: live ? this.#urls.stream : null,
      ask: (start, asking) => conversionProblem(api, document.id, start, asking), timer: new Timer(signal),
      began: (offset) => this.#captions.begin(offset), waits: (problem) => this.#showWait(problem), refused,
    });
    this.#scrubber = new Scrubber((time) => this.seek(time), signal);
    this.#play = button({ label: say("Play"), icon: "play", keys: "Space" }, () => this.toggle(), signal);
    this.#stage = element("div", { class: "player-stage" }, this.#media, this.#spinner, this.#note);
    this.element = element(
      "section", { "class": `player ${isFilm ? "is-film" : "is-sound"}`, "aria-label": say("Player"), "tabindex": -1 },
      this.#stage, this.#bar(isFilm),
    );
    this.#listen();
    playAlone(this.#media, signal);
    if (isFilm) pinchToFullScreen(this.#stage, (full) => this.#fillScreen(full), signal);
    if (live) void this.#learn(isFilm);
    signal.addEventListener("abort", () => stopLoading(this.#media));
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
    else this.#source.play();
  }

  /** @param {number} time in seconds */
  seek(time) {
    this.#source.seek(time);
    this.#show();
  }

  /** @param {number} speed a factor */
  set speed(speed) {
    this.#media.playbackRate = speed;
    // Each new source begins with the usual speed.
    this.#media.defaultPlaybackRate = speed;
  }

  /** @param {boolean} full */
  #fillScreen(full) {
    if ((document.fullscreenElement !== null) !== full) this.toggleFullScreen();
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
    this.#captions.next();
  }

  /**
   * Goes to the next chapter, or back.
   * @param {1 | -1} direction
   * @returns {boolean} whether there are chapters
   */
  stepChapter(direction) {
    return this.#chapters.step(direction);
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
    const speed = button({ label: say("Speed"), icon: "speed" }, () => this.#chooseSpeed(speed), signal);
    const mute = button({ label: say("Mute"), icon: "volume", keys: "m" }, () => this.#media.muted = !this.#media.muted, signal);
    this.#media.addEventListener("volumechange", () => mute.setAttribute("aria-pressed", String(this.#media.muted)), { signal });
    const small = button({ label: say("Picture in picture"), icon: "small-window", keys: "p" }, () => this.togglePictureInPicture(), signal);
    const full = button({ label: say("Full screen"), icon: "full-screen", keys: "f" }, () => this.toggleFullScreen(), signal);
    const film = [...(document.pictureInPictureEnabled ? [small] : []), ...(document.fullscreenEnabled ? [full] : [])];
    return element(
      "div", { class: "player-bar" }, this.#play, this.#scrubber.element, this.#time, this.#chapters.button, this.#captions.button, speed, mute,
      ...(isFilm ? film : []),
    );
  }

  #listen() {
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
    on("loadedmetadata", () => {
      this.#note.hidden = true;
      this.#judge();
    });
    on("error", () => this.#source.failed());
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
    } catch (error) {
      this.#problem = ApiProblem.from(error);
      return this.#judge();
    }
    if (this.#signal.aborted) return;
    const { duration, tracks, chapters } = this.#facts;
    this.#source.know(duration);
    this.#scrubber.showChapters(chapters);
    this.#chapters.show(chapters);
    const media = this.#media;
    if (media instanceof HTMLVideoElement) media.poster = this.#urls.poster;
    else if (tracks.some(({ kind }) => kind === "cover")) {
      const cover = element("img", { class: "player-cover", src: this.#urls.poster, alt: "" });
      // It comes at its full size and not grows into it; a sound is heard without one, too.
      void cover.decode().then(() => this.#stage.prepend(cover), () => undefined);
    }
    if (isFilm && tracks.some(({ kind }) => kind === "video")) this.#scrubber.showFrames(this.#urls.strip);
    else this.#scrubber.showWaveform(this.#urls.waveform);
    this.#captions.add(tracks, this.#urls.subtitles);
    this.#judge();
    this.#show();
  }

  /** The browser is silent about a track that it cannot play beside one that it can: such a film is converted. */
  #judge() {
    const media = this.#media;
    if (!(media instanceof HTMLVideoElement) || this.#source.state !== "native") return;
    const isBlind = media.readyState >= HAVE_METADATA && media.videoWidth === 0;
    if (isBlind && this.#problem?.code === "converter-missing") this.#say(say("The picture cannot be shown. {detail}", { detail: whyRefused(this.#problem) }));
    const hasPicture = this.#facts.tracks.some(({ kind }) => kind === "video");
    if ((isBlind && hasPicture) || lacksATrack(this.#facts, (type) => media.canPlayType(type) !== "")) this.#source.convert();
  }

  /** @param {ApiProblem | null} problem */
  #showWait(problem) {
    this.#say(problem?.code === "busy"
      ? say("The server converts other films just now. This one waits for its turn.")
      : say("Sheaf cannot be reached. This goes on when it is back."));
  }

  /** @param {string} words that stay until other bytes are tried */
  #say(words) {
    this.#note.textContent = words;
    this.#note.hidden = false;
  }

  #show() {
    const { time, duration } = this;
    this.#scrubber.show(time, duration);
    this.#time.textContent = duration ? `${timeInFigures(time)} / ${timeInFigures(duration)}` : timeInFigures(time);
    this.#moved();
  }

  #showState() {
    const label = this.isPlaying ? say("Pause") : say("Play");
    this.#play.setAttribute("aria-label", label);
    this.#play.title = label;
    this.#play.querySelector("use")?.setAttribute("href", `#icon-${this.isPlaying ? "pause" : "play"}`);
    this.element.classList.toggle("is-playing", this.isPlaying);
  }

  /** @param {HTMLElement} anchor */
  #chooseSpeed(anchor) {
    openMenu(anchor, say("Speed"), SPEEDS.map((speed) => ({
      label: `${speed} ×`, icon: "speed", checked: this.#media.playbackRate === speed, act: () => this.speed = speed,
    })));
  }
}
