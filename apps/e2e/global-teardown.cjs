module.exports = () => globalThis.engawaKeeper.stop();
