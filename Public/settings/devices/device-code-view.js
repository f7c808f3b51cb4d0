/**
 * The code with which another device signs in.
 *
 *     asked ──► waiting ──the device came──► used
 *                  │ its time is over            │ "Add another"
 *                  ▼                             ▼
 *                over ──"New code"──────────► asked
 */

import { announce } from "../../shell/announcer.js";
import { button, element, icon } from "../../shell/element.js";
import { say } from "../../shell/texts.js";
import { Timer } from "../../shell/timer.js";
import { ApiProblem } from "../../api/api-problem.js";
import { qrCodeUrl } from "../../api/urls.js";
import { whyNot } from "../setting-groups.js";
import { addressesFor, inHalves, isOwnMachine, timeLeft } from "./device-address.js";

/** @typedef {import("../../api/account-api.js").AccountApi} AccountApi */
/** @typedef {import("../../api/account-api.js").DeviceCode} DeviceCode */

/** How often it is asked whether the device has come, and how often the time is shown. */
const LOOK_MILLISECONDS = 2_000;
const SECOND = 1_000;

/** The side of its picture, in CSS pixels. */
const QR_PIXELS = 240;

export class DeviceCodeView {
  /** @type {HTMLElement} */
  element = element("div", { class: "device" });
  #accounts;
  #place;
  #refused;
  #signal;
  #looking;
  #ticking;
  #left = element("span", { class: "device-left" });
  /** @type {DeviceCode | null} */
  #code = null;

  /**
   * @param {AccountApi} accounts
   * @param {() => string} place where the device goes on
   * @param {(problem: ApiProblem) => void} refused
   * @param {AbortSignal} signal
   */
  constructor(accounts, place, refused, signal) {
    this.#accounts = accounts;
    this.#place = place;
    this.#refused = refused;
    this.#signal = signal;
    this.#looking = new Timer(signal);
    this.#ticking = new Timer(signal);
    signal.addEventListener("abort", () => void this.#takeBack());
    void this.#make();
  }

  async #make() {
    this.element.replaceChildren(element("p", { class: "secondary", role: "status" }, say("One moment…")));
    try {
      const code = await this.#accounts.makeCode(this.#place(), this.#signal);
      this.#code = code;
      this.#show(code);
      this.#look();
      this.#tick();
    } catch (error) {
      const problem = ApiProblem.from(error);
      if (this.#signal.aborted) return;
      this.#refused(problem);
      this.#end(whyNot(problem), problem.mayPass ? say("Try again") : null, "warning");
    }
  }

  /** A code that nobody used is good for nothing more. */
  async #takeBack() {
    const code = this.#code;
    this.#code = null;
    if (code) await this.#accounts.takeCodeBack(code.id).catch(() => undefined);
  }

  /** @param {DeviceCode} code */
  #show(code) {
    const addresses = addressesFor(location, code);
    const picture = element("img", { class: "device-picture", alt: say("QR code of the address with the code"), width: QR_PIXELS, height: QR_PIXELS });
    const link = element("p", { class: "secondary device-link" });
    const point = (/** @type {string} */ address) => {
      picture.src = qrCodeUrl(`${address}${code.path}`);
      link.textContent = say("Or open {address} there and type the code.", { address: `${address}/sign-in` });
    };
    point(addresses[0] ?? location.origin);
    const typed = element("p", { class: "device-code", translate: "no" }, inHalves(code.code));
    typed.setAttribute("aria-label", say("Code: {code}", { code: [...code.code].join(" ") }));
    this.element.replaceChildren(
      ...this.#warning(code), picture,
      element(
        "div", { class: "device-words" },
        element("p", {}, say("Point the camera of the phone at this picture. It signs in, and opens what is open here.")),
        ...this.#choice(addresses, point), typed, link,
        element("p", { class: "secondary" }, say("Good for one device. Time left:"), " ", this.#left),
      ),
    );
  }

  /**
   * Which of several addresses is meant: only the person knows which network the phone is in.
   * @param {readonly string[]} addresses
   * @param {(address: string) => void} point
   */
  #choice(addresses, point) {
    if (addresses.length < 2) return [];
    const list = element(
      "select", { class: "field setting-list", id: "device-address" }, ...addresses.map((address) => element("option", {}, address)),
    );
    list.addEventListener("change", () => point(list.value), { signal: this.#signal });
    return [element("label", { for: "device-address", class: "device-choice" }, say("Address of this server in the phone's network"), list)];
  }

  /**
   * Why no other device gets here, where that is so, and what to do.
   * @param {DeviceCode} code
   */
  #warning({ reach, addresses }) {
    if (!isOwnMachine(location.hostname) || reach === "network") return [];
    const host = location.host;
    const words = [
      say("A phone cannot reach {host}: on a phone that means the phone itself. This server answers only its own machine.", { host }),
      say("Start it with “sheaf serve --host 0.0.0.0” to let the devices in its network reach it, or put a proxy in front of it."),
      ...(addresses.length ? [say("It is reached then at {addresses}.", { addresses: addresses.join(", ") })] : []),
    ];
    return [element("div", { class: "device-warning", role: "note" }, icon("warning"), element("div", {}, ...words.map((text) => element("p", {}, text))))];
  }

  #look() {
    this.#looking.set(LOOK_MILLISECONDS, async () => {
      const code = this.#code;
      if (!code) return;
      // A question without an answer is asked again.
      const found = document.hidden ? null : await this.#accounts.codeState(code.id, this.#signal).catch(() => null);
      if (this.#code !== code || this.#signal.aborted) return;
      if (found?.state === "used") this.#used(found.device);
      else this.#look();
    });
  }

  /** @param {string | null} device */
  #used(device) {
    this.#code = null;
    const name = !device || device === "browser" ? say("The device") : device;
    const text = say("{name} is signed in.", { name });
    announce(text);
    this.#end(text, say("Add another device"), "check");
  }

  #tick() {
    const code = this.#code;
    if (!code) return;
    const left = Date.parse(code.expires) - Date.now();
    this.#left.textContent = timeLeft(left);
    if (left <= 0) {
      this.#code = null;
      this.#end(say("The code is over, and was not used."), say("New code"), "recent");
    } else {
      this.#ticking.set(SECOND, () => this.#tick());
    }
  }

  /**
   * @param {string} text
   * @param {string | null} again what the button says that makes another code; null for none
   * @param {string} sign the name of an icon
   */
  #end(text, again, sign) {
    this.#looking.clear();
    this.#ticking.clear();
    const make = again && button({ label: again, text: true, class: "outlined" }, () => void this.#make(), this.#signal);
    this.element.replaceChildren(element(
      "div", { class: "device-end" }, icon(sign), element("p", { role: "status" }, text), ...(make ? [make] : []),
    ));
  }
}
