// Returns class names unchanged, so that tests can find them.
module.exports = new Proxy({}, { get: (_, name) => (name === '__esModule' ? false : name) });
