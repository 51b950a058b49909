// The NATS of commands that ask services or read dead letters.
import { JSONCodec } from 'nats';
import { connectNats, streamPrefix } from '../servers/nats-connection.mjs';
import { localNatsUrl } from './dead-letters.mjs';

const HOUR_MS = 3_600_000;
const json = JSONCodec();

/**
 * Connects to `NATS_URL`, else to the NATS of `npm start` on this machine; prints why that is not
 * possible and exits with 2. `ask` asks a service; `prefix` is that of the installation's subjects.
 */
export async function connectOrExit(name) {
  const url = natsUrlOrExit();
  const prefix = streamPrefix(process.env.ENGAWA_NAMESPACE);
  const connection = await connectNats(url, name).catch((error) => {
    console.error(error.message);
    return process.exit(2);
  });
  return { connection, prefix, ask };

  async function ask(question, payload) {
    const data = json.encode({ payload, traceparent: null, requestId: null });
    const options = { timeout: HOUR_MS };
    const reply = await connection.request(`${prefix}-ask.${question}`, data, options);
    const { answer, error } = json.decode(reply.data);
    if (error !== undefined) throw new Error(`${question}: ${error}`);
    return answer;
  }
}

function natsUrlOrExit() {
  const { NATS_URL, KAFKA_BROKERS, ENGAWA_DATA } = process.env;
  if (!NATS_URL && KAFKA_BROKERS) {
    console.error(
      'This command needs NATS. With Kafka, an administrator of each space repairs its copies by ' +
        'POST /api/v1/tasks/repair and POST /api/v1/search/rebuild.',
    );
    return process.exit(2);
  }
  const url = NATS_URL || localNatsUrl(ENGAWA_DATA);
  if (url) return url;
  console.error('NATS_URL is not set and no installation runs here (npm start).');
  return process.exit(2);
}
