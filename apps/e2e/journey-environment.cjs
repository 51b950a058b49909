const { TestEnvironment } = require('jest-environment-node');

/** Adds to the failure of a journey what its pages show (`describePages` in src/browser.ts). */
module.exports = class JourneyEnvironment extends TestEnvironment {
  async handleTestEvent({ name, error }) {
    if (name !== 'test_fn_failure' || typeof error?.stack !== 'string') return;
    const pages = await this.global.describePages?.();
    if (pages) error.stack += `\n\n${pages}`;
  }
};
