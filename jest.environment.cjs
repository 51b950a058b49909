const { PerformanceObserver } = require('node:perf_hooks');
const { TestEnvironment } = require('jest-environment-node');

/** Observers that the modules of the running test file started. */
const observers = new Set();
const { observe } = PerformanceObserver.prototype;
PerformanceObserver.prototype.observe = function (options) {
  observers.add(this);
  return observe.call(this, options);
};

/**
 * Ends what prom-client starts and cannot stop: Node holds the observer, which holds all modules of its
 * test file, some 40 MB each.
 */
module.exports = class NodeEnvironment extends TestEnvironment {
  async teardown() {
    for (const observer of observers) observer.disconnect();
    observers.clear();
    await super.teardown();
  }
};
