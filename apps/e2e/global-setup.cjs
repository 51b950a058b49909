const { Keeper } = require('./keeper.cjs');

/** Workers inherit the keeper's address. */
module.exports = async () => {
  const keeper = (globalThis.engawaKeeper = new Keeper());
  process.env.ENGAWA_JOURNEYS_URL = await keeper.listen();
};
