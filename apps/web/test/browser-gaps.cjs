// Browser features that jsdom lacks.
const util = require('node:util');

const here = globalThis;
here.TextEncoder ??= util.TextEncoder;
here.TextDecoder ??= util.TextDecoder;
const streams = require('node:stream/web');
here.ReadableStream ??= streams.ReadableStream;
here.TransformStream ??= streams.TransformStream;
here.structuredClone ??= (value) => JSON.parse(JSON.stringify(value));
here.matchMedia ??= (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
  dispatchEvent: () => false,
});
here.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
here.scrollTo = () => {};
if (here.Element) here.Element.prototype.scrollIntoView ??= () => {};
