const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');

/** Makes the folder of what the journeys of a run share; workers inherit its name. */
module.exports = () => {
  process.env.ENGAWA_JOURNEYS_DIR = mkdtempSync(path.join(tmpdir(), 'engawa-journeys-'));
};
