const { rmSync } = require('node:fs');

module.exports = () => {
  rmSync(process.env.ENGAWA_JOURNEYS_DIR, { recursive: true, force: true });
};
