// Reads and replays dead letters; the names are those of libs/events (transport/jetstream/names).
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { JSONCodec } from 'nats';
import { workspace } from '../tools/workspace.mjs';

const json = JSONCodec();

/** Address of the NATS that `npm start` runs on this machine, or null. */
export function localNatsUrl(dataDir = '.engawa') {
  const dir = path.resolve(workspace, dataDir, 'nats');
  const pidFile = path.join(dir, 'nats.pid');
  if (!existsSync(pidFile)) return null;
  try {
    process.kill(Number(readFileSync(pidFile, 'utf8')), 0);
  } catch {
    return null;
  }
  const port = /^port: (\d+)$/m.exec(readFileSync(path.join(dir, 'nats.conf'), 'utf8'))?.[1];
  return port ? `nats://127.0.0.1:${port}` : null;
}

/** One line about a dead letter. Its event may be malformed or missing. */
export function lineOf({ at, service, event, raw, attempts, reason }) {
  const aggregate = event?.aggregate ?? {};
  const what = event
    ? [
        text(event.name),
        text(event.id),
        `${text(event.space)} ${text(aggregate.type)}/${text(aggregate.id)}`,
      ]
    : ['malformed', text(raw).slice(0, 200)];
  return [at, service, ...what, `after ${attempts} attempts: ${reason}`].join('  ');
}

function text(value) {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '-');
}

/**
 * The dead letters of an installation: `find`, and `replay`, which delivers one to its service again.
 */
export async function openDeadLetters({ connection, prefix }) {
  const stream = `${prefix}-dead`;
  const manager = await connection.jetstreamManager();
  const client = connection.jetstream();
  return {
    /** `{ sequence, letter }`, oldest first. */
    async find({ service, ids } = {}) {
      let state;
      try {
        ({ state } = await manager.streams.info(stream));
      } catch (error) {
        if (error.api_error?.err_code === 10059) return [];
        throw error;
      }
      const found = [];
      for (let sequence = state.first_seq; sequence <= state.last_seq; sequence += 1) {
        if (state.messages === 0) break;
        let message;
        try {
          message = await manager.streams.getMessage(stream, { seq: sequence });
        } catch (error) {
          // Already replayed.
          if (error.api_error?.err_code === 10037) continue;
          throw error;
        }
        const letter = json.decode(message.data);
        if (service && letter.service !== service) continue;
        if (ids?.length && !ids.includes(letter.event?.id)) continue;
        found.push({ sequence, letter });
      }
      return found;
    },
    /** Publishes first and removes afterwards: a crash in between only causes a second delivery. */
    async replay({ sequence, letter }) {
      await manager.streams
        .add({
          name: `${prefix}-replay`,
          subjects: [`${prefix}-replay.>`],
        })
        .catch((error) => {
          // The stream exists; its service created it.
          if (error.api_error?.err_code !== 10058) throw error;
        });
      const data = letter.event ? json.encode(letter.event) : Buffer.from(letter.raw);
      await client.publish(`${prefix}-replay.${letter.service}`, data, {
        msgID: `${letter.event?.id ?? 'raw'}:${sequence}`,
      });
      await manager.streams.deleteMessage(stream, sequence, false);
    },
  };
}
