/**
 * The bytes that a player plays: the file as it is. Where the browser cannot play that, a conversion, which begins
 * anew at each place that is sought.
 *
 *     as it is ──the browser cannot play it──► converted ──it cannot either──► refused
 *
 * Times are those of the film; a conversion's own begin at 0.
 */
export class MediaSource {
  #media;
  #urls;
  /** @type {"native" | "converted" | "refused"} */
  #state = "native";
  #offset = 0;
  /** The length that the server knows, in seconds; 0 while it does not. */
  #known = 0;

  /**
   * @param {HTMLMediaElement} media
   * @param {{content: string, stream: ((start: number) => string) | null}} urls without a stream nothing is converted
   */
  constructor(media, urls) {
    this.#media = media;
    this.#urls = urls;
    media.src = urls.content;
  }

  get state() {
    return this.#state;
  }

  get time() {
    return this.#offset + this.#media.currentTime;
  }

  /** In seconds; 0 while it is not known. */
  get duration() {
    const { duration } = this.#media;
    const own = this.#state === "native" && Number.isFinite(duration) ? duration : 0;
    return own || this.#known;
  }

  /** @param {number | null} duration as the server says */
  know(duration) {
    this.#known = duration ?? 0;
  }

  /** @param {number} time in seconds */
  seek(time) {
    const end = this.duration;
    const wanted = Math.max(0, end ? Math.min(time, end) : time);
    if (this.#state === "converted") this.#convertFrom(wanted);
    else this.#media.currentTime = wanted;
  }

  /** The browser cannot play what it was given; returns whether something else is tried. */
  failed() {
    if (this.#state !== "native" || !this.#urls.stream) {
      this.#state = "refused";
      return false;
    }
    const time = this.#media.currentTime;
    this.#state = "converted";
    this.#convertFrom(time);
    return true;
  }

  /** @param {number} start */
  #convertFrom(start) {
    const isPlaying = !this.#media.paused;
    this.#offset = start;
    this.#media.src = this.#urls.stream?.(start) ?? "";
    if (isPlaying) this.#media.play().catch(() => undefined);
  }
}
