// What browsers have and jsdom lacks.
const util = require('node:util');

const here = globalThis;
here.TextEncoder ??= util.TextEncoder;
here.TextDecoder ??= util.TextDecoder;
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
