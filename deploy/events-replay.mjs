// Lists and replays dead letters: events that a service gave up on.
//   npm run events:replay -- --list [--service NAME]
//   npm run events:replay -- --service NAME [--id EVENT]
// Needs NATS_URL (and ENGAWA_NAMESPACE if the installation has one); default: the NATS of the
// installation that `npm start` runs on this machine.
import { parseArgs } from 'node:util';
import { lineOf, openDeadLetters } from './events/dead-letters.mjs';
import { natsUrlOrExit } from './events/nats-url.mjs';

const usage = `usage: npm run events:replay -- --list [--service NAME]
       npm run events:replay -- --service NAME [--id EVENT]`;

let options;
try {
  options = parseArgs({
    options: {
      list: { type: 'boolean', default: false },
      service: { type: 'string' },
      id: { type: 'string', multiple: true },
      help: { type: 'boolean', default: false },
    },
  }).values;
} catch (error) {
  console.error(`${error.message}\n${usage}`);
  process.exit(2);
}
if (options.help || (!options.list && !options.service)) {
  console.error(usage);
  process.exit(options.help ? 0 : 2);
}

const url = natsUrlOrExit();
const letters = await openDeadLetters({
  url,
  namespace: process.env.ENGAWA_NAMESPACE ?? '',
});
try {
  const wanted = await letters.find({ service: options.service, ids: options.id });
  if (options.list) {
    for (const { letter } of wanted) {
      console.log(lineOf(letter));
    }
    console.log(`${wanted.length} dead letter(s)`);
  } else {
    for (const entry of wanted) await letters.replay(entry);
    console.log(`${wanted.length} event(s) given to ${options.service} again`);
    const missing = (options.id ?? []).filter(
      (id) => !wanted.some(({ letter }) => letter.event?.id === id),
    );
    if (missing.length > 0) {
      console.error(`no dead letter of ${options.service}: ${missing.join(', ')}`);
      process.exitCode = 1;
    }
  }
} finally {
  await letters.close();
}
