// Lists and replays dead letters: events that a service gave up on.
//   npm run events:replay -- --list [--service NAME]
//   npm run events:replay -- --service NAME [--id EVENT]
// Needs NATS_URL (and ENGAWA_NAMESPACE if the installation has one); default: the NATS of the
// installation that `npm start` runs on this machine.
import { connectOrExit } from './events/connect-or-exit.mjs';
import { lineOf, openDeadLetters } from './events/dead-letters.mjs';
import { services } from './installation/services.mjs';
import { readOptions } from './tools/arguments.mjs';

const options = readOptions(
  `usage: npm run events:replay -- --list [--service NAME]
       npm run events:replay -- --service NAME [--id EVENT]`,
  {
    list: { type: 'boolean', default: false },
    service: { type: 'string' },
    id: { type: 'string', multiple: true },
  },
  ({ list, service, id }) => {
    if (!list && !service) throw new Error('one of --list and --service is needed');
    if (service && !services.includes(service))
      throw new Error(`no service ${service}; the services are ${services.join(', ')}`);
    if (list && id) throw new Error('--id goes with --service, without --list');
  },
);

const { connection, prefix } = await connectOrExit('events-replay');
try {
  const letters = await openDeadLetters({ connection, prefix });
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
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
} finally {
  await connection.close();
}
