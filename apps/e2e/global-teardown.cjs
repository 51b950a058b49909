module.exports = () => globalThis.engawaFixtures.stop();
