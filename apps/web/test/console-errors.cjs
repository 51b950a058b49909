/* global afterEach, expect */
// React reports defects, such as a state update outside of `act`, by `console.error`: each fails its test.
const util = require('node:util');

const errors = [];
const { error: report } = console;
console.error = (...words) => {
  errors.push(util.format(...words));
  report(...words);
};

afterEach(() => expect(errors.splice(0)).toEqual([]));
