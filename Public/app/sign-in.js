/** The end of the session: nothing of the app is shown any more, only how to sign in. */

import { LazyModule } from "../shell/lazy-module.js";
import { say } from "../shell/texts.js";

/** @typedef {import("../api/api-problem.js").ApiProblem} ApiProblem */

const screens = new LazyModule(() => import("./signed-out-screen.js"));

export class SignIn {
  #api;
  #root;
  #again;
  #ended;
  #signal;
  #isNeeded = false;

  /**
   * @param {Pick<import("../api/api.js").Api, "problemOf">} api
   * @param {HTMLElement} root in which the screen takes the place of everything
   * @param {{ended: () => void, again: () => void}} calls `ended` is called once, before the screen is shown; `again` when
   *   the user has signed in
   * @param {AbortSignal} signal
   */
  constructor(api, root, { ended, again }, signal) {
    this.#api = api;
    this.#root = root;
    this.#ended = ended;
    this.#again = again;
    this.#signal = signal;
  }

  get isNeeded() {
    return this.#isNeeded;
  }

  /** @param {ApiProblem} problem of any request */
  failed(problem) {
    if (!problem.signedOut || this.#isNeeded) return;
    this.#isNeeded = true;
    this.#ended();
    document.title = `${say("Sign in")} – Sheaf`;
    this.#root.replaceChildren();
    void this.#show();
  }

  async #show() {
    const loaded = await screens.load().catch(() => null);
    // Where even that cannot be had, the page that comes next says why.
    if (loaded) this.#root.replaceChildren(loaded.signedOutScreen(this.#again, this.#signal));
    else this.#root.append(say("Sign in to Sheaf"));
  }

  /** Whether it is the session that is lost: an event stream does not say why it ended. */
  async probe() {
    const problem = await this.#api.problemOf("/api/v1/documents?limit=1");
    if (problem) this.failed(problem);
  }
}
