// The library waits one second by default, which is short for a loaded machine; only a failing test
// waits for the whole time.
const library = require('@testing-library/react/dist/index.js');

library.configure({ asyncUtilTimeout: 20_000 });

module.exports = library;
