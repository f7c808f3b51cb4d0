/** A part of the app that is fetched when it is first needed, or before that while nothing else happens. */

/**
 * @template Module
 */
export class LazyModule {
  /**
   * The module; null until it is here.
   * @type {Module | null}
   */
  loaded = null;
  #fetch;
  /** @type {Promise<Module> | null} */
  #coming = null;

  /** @param {() => Promise<Module>} fetch an `import()`, which the bundler splits there */
  constructor(fetch) {
    this.#fetch = fetch;
  }

  /**
   * Fetches the module, once; a failure is forgotten, so that the next call tries again.
   * @returns {Promise<Module>}
   */
  load() {
    this.#coming ??= this.#fetch().then((module) => (this.loaded = module), (error) => {
      this.#coming = null;
      throw error;
    });
    return this.#coming;
  }

  /**
   * Fetches the module once the page is idle; a failure is left to the first use.
   * @param {(module: Module) => void} [come] called when it is here
   */
  loadWhenIdle(come = () => {}) {
    const load = () => void this.load().then(come, () => {});
    // Safari has no idle callbacks.
    if ("requestIdleCallback" in window) requestIdleCallback(load, { timeout: 5000 });
    else setTimeout(load, 1000);
  }
}
