const { FixtureServer } = require('./fixture-server.cjs');

/** Workers inherit the server's address. */
module.exports = async () => {
  const server = (globalThis.engawaFixtures = new FixtureServer());
  process.env.ENGAWA_JOURNEYS_URL = await server.listen();
};
