// Backs up what NATS holds that is not yet applied everywhere: events after the position of the
// slowest service, the positions, and dead letters. Names are those of libs/events.
import { JSONCodec } from 'nats';
import { services } from '../installation/services.mjs';
import { connectNats, streamPrefix } from '../servers/nats-connection.mjs';

const json = JSONCodec();
const NO_MESSAGE = 10_037;
const ALL_OF_IT = new Set(['dead']);

/**
 * A connection to an installation's NATS: `end`, `read`, `findContents`, `clear`, `write`, `close`.
 */
export async function openEvents({ url, namespace, replicas }) {
  const prefix = streamPrefix(namespace);
  const connection = await connectNats(url, 'backup');
  const manager = await connection.jetstreamManager();
  const client = connection.jetstream();
  /** Exact names: `engawa-` also begins the streams of the namespace `engawa-staging`. */
  const streamNames = new Set([...services, 'dead', 'replay'].map((name) => `${prefix}-${name}`));
  /** Names without the namespace, so that they can be restored into another one. */
  const shorter = (subject) => subject.slice(prefix.length);
  const longer = (subject) => prefix + subject;

  async function streams() {
    const found = [];
    for await (const info of manager.streams.list())
      if (streamNames.has(info.config.name)) found.push(info);
    return found;
  }

  async function consumersOf(stream) {
    const found = [];
    for await (const info of manager.consumers.list(stream))
      if (info.config.durable_name) found.push(info);
    return found;
  }

  async function messageAt(stream, seq) {
    try {
      return await manager.streams.getMessage(stream, { seq });
    } catch (error) {
      if (error.api_error?.err_code === NO_MESSAGE) return null;
      throw error;
    }
  }

  return {
    /** Last sequence of each stream and position of each consumer: `[{ name, last, … }]`. */
    async end() {
      const found = [];
      for (const { config, state } of await streams()) {
        const name = config.name.slice(prefix.length + 1);
        const consumers = (await consumersOf(config.name)).map((info) => ({
          config: {
            ...info.config,
            filter_subject: info.config.filter_subject && shorter(info.config.filter_subject),
            filter_subjects: info.config.filter_subjects?.map(shorter),
          },
          after: doneUpTo(info, state.last_seq),
        }));
        const after = ALL_OF_IT.has(name)
          ? state.first_seq - 1
          : Math.min(state.last_seq, ...consumers.map((each) => each.after));
        found.push({
          name,
          config: { ...config, subjects: config.subjects.map(shorter) },
          consumers,
          after,
          last: state.last_seq,
        });
      }
      return found;
    },
    /** The messages after one sequence up to another (both of `end`), in order. */
    async *read({ name, after, last }) {
      for (let seq = after + 1; seq <= last; seq += 1) {
        const message = await messageAt(`${prefix}-${name}`, seq);
        if (!message) continue;
        const id = message.header?.get('Nats-Msg-Id') || null;
        yield { seq, subject: shorter(message.subject), id, data: json.decode(message.data) };
      }
    },
    /**
     * What the installation already holds, as text for people; and whether services are connected.
     */
    async findContents() {
      const words = [];
      let inUse = false;
      for (const { config, state } of await streams()) {
        if (state.messages > 0) words.push(`${state.messages} events in ${config.name}`);
        const consumers = await consumersOf(config.name);
        inUse ||= consumers.some(({ num_waiting }) => num_waiting > 0);
      }
      return { words, inUse };
    },
    async clear() {
      for (const { config } of await streams()) await manager.streams.delete(config.name);
    },
    /** Creates a stream with its messages and positions; `messages` as returned by `read`. */
    async write({ name, config, consumers }, messages) {
      const stream = longer(`-${name}`);
      const wanted = {
        ...pick(config, ['storage', 'retention', 'max_age', 'max_msgs', 'duplicate_window']),
        allow_direct: config.allow_direct,
        name: stream,
        subjects: config.subjects.map(longer),
        num_replicas: replicas,
      };
      await manager.streams.add(wanted).catch((error) => {
        if (error.api_error?.err_code !== 10_058) throw error;
      });
      const placeOf = [];
      let last = (await manager.streams.info(stream)).state.last_seq;
      for await (const { seq, subject, id, data } of messages) {
        const options = id ? { msgID: id } : {};
        ({ seq: last } = await client.publish(longer(subject), json.encode(data), options));
        placeOf.push([seq, last]);
      }
      for (const { config: consumer, after } of consumers) {
        const next = placeOf.find(([seq]) => seq > after)?.[1] ?? last + 1;
        await manager.consumers.add(stream, {
          ...pick(consumer, ['ack_policy', 'replay_policy', 'ack_wait', 'max_deliver']),
          ...pick(consumer, ['max_ack_pending', 'durable_name']),
          ...(consumer.filter_subject ? { filter_subject: longer(consumer.filter_subject) } : {}),
          ...(consumer.filter_subjects
            ? { filter_subjects: consumer.filter_subjects.map(longer) }
            : {}),
          deliver_policy: 'by_start_sequence',
          opt_start_seq: next,
        });
      }
      return placeOf.length;
    },
    close: () => connection.close(),
  };
}

/** With nothing pending, everything up to the stream's end at that time is applied. */
export function doneUpTo({ num_pending, num_ack_pending, ack_floor }, last) {
  return num_pending === 0 && num_ack_pending === 0 ? last : ack_floor.stream_seq;
}

function pick(object, names) {
  return Object.fromEntries(names.map((name) => [name, object[name]]));
}
