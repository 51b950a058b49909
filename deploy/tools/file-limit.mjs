// Jest's own time limits cannot interrupt a test that loops without a pause, and none covers the
// loading of a file. This reporter ends a run in which nothing ends any more, and names the files.

/** How long a file may run without the end of a test, in s. */
const LIMIT_S = 600;

export default class FileLimit {
  #running = new Map();
  #idle = 0;
  #watch;

  /** @param options `limitSeconds` replaces the limit. */
  constructor(_config, { limitSeconds = LIMIT_S } = {}) {
    // Counts seconds instead of comparing clocks: a suspended machine must not end the run.
    this.#watch = setInterval(() => this.#tick(limitSeconds), 1_000);
  }

  onTestFileStart({ path }) {
    this.#running.set(path, 0);
  }

  /** A group of files may take long on a slow machine, as long as its tests end. */
  onTestCaseResult({ path }) {
    this.#running.set(path, 0);
  }

  onTestFileResult({ path }) {
    this.#running.delete(path);
    this.#idle = 0;
  }

  onRunComplete() {
    clearInterval(this.#watch);
  }

  #tick(limit) {
    this.#idle = this.#running.size > 0 ? 0 : this.#idle + 1;
    for (const [path, seconds] of this.#running) this.#running.set(path, seconds + 1);
    const over = [...this.#running].filter(([, seconds]) => seconds >= limit).map(([path]) => path);
    if (over.length === 0 && this.#idle < limit) return;
    const what = over.length > 0 ? `no test ended in ${over.join(', ')}` : 'no test file ran';
    console.error(`after ${limit} s ${what}. The run was ended; this is a failure.`);
    process.exit(1);
  }
}
