// Settings of `npm start` that its environment may replace.

/** Settings of all services; an empty value counts as absent. */
export function settingsFrom(env) {
  const given = ['LOG_LEVEL', 'FILES_DIR', 'MAIL_DIR'].filter((name) => env[name]);
  return Object.fromEntries(given.map((name) => [name, env[name]]));
}
