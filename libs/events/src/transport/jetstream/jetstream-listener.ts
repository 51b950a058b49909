import { type ConsumerMessages, JSONCodec, type JsMsg } from 'nats';
import { TAKE_OVER_MS } from '../../events-options';
import { EventApplier, type EventApplierOptions } from '../../listener/event-applier';
import { newStopping, retry, runForever, unlessAborted } from '../../retry';
import type { DeadLetter, EventListener } from '../event-transport';
import type { Connected, JetStreamConnection } from './jetstream-connection';
import { sourceOf } from './names';
import { PARTITIONS } from './partition';
import { type ConsumerWanted, ensureConsumer, findEarlierConsumer } from './provision';

const json = JSONCodec<unknown>();
/** After this many deliveries without an outcome, the message probably crashes the process. */
const MAX_DELIVERIES = 30;
/**
 * A pull is repeated after two missed heartbeats. The server forgets the pulls of a consumer whose
 * leader died, and nothing is sent until they are repeated.
 */
const HEARTBEAT_MS = 3_000;

export interface ListenerOptions extends Omit<EventApplierOptions, 'keep'> {
  /** Time in ms after which the server redelivers what a killed process received; default 5,000. */
  takeOverMs?: number;
}

type Wanted = Omit<ConsumerWanted, 'ackWaitMs'>;

/**
 * Applies the events of a service in this replica. Each stream has a durable consumer per
 * partition, shared by all replicas; the server delivers one message of each at a time, so the
 * events of an aggregate are applied in order by any replica (decision 0017).
 */
export class JetStreamListener {
  private readonly applier: EventApplier;
  private readonly ackWaitMs: number;
  private readonly reading = new Set<ConsumerMessages>();
  private readonly stopping = newStopping();
  private loops: Promise<void>[] = [];

  constructor(
    private readonly listener: EventListener,
    { takeOverMs = TAKE_OVER_MS, ...options }: ListenerOptions,
    private readonly to: JetStreamConnection,
  ) {
    this.ackWaitMs = takeOverMs;
    this.applier = new EventApplier(listener, { ...options, keep: (letter) => this.keep(letter) });
  }

  /** Starts reading all partitions of the wanted events, and replayed dead letters. */
  start(): void {
    const { names } = this.to;
    const { service, names: wanted } = this.listener;
    const dead = { stream: names.replayStream(), subjects: [names.replay(service)] };
    this.loops.push(this.read({ ...dead, name: service }, names.replaySubjects()));
    for (const publisher of new Set(wanted.map(sourceOf))) {
      const own = wanted.filter((name) => sourceOf(name) === publisher);
      const stream = names.stream(publisher);
      const all = names.streamSubjects(publisher);
      for (let partition = 0; partition < PARTITIONS; partition += 1) {
        const subjects = own.map((name) => names.partitioned(name, partition));
        this.loops.push(this.read({ stream, name: `${service}-p${partition}`, subjects }, all));
      }
      const subjects = own.map((name) => names.event(name));
      this.loops.push(this.readEarlier({ stream, subjects }, all));
    }
  }

  /** Starts nothing new, waits for events in progress and returns the rest to the server. */
  async stop(): Promise<void> {
    this.stopping.abort();
    for (const messages of this.reading) messages.stop();
    await this.applier.stop();
    await Promise.all(this.loops);
  }

  /** Reads until the service stops, again whenever the connection or the consumer was lost. */
  private read(wanted: Wanted, streamSubjects: string): Promise<void> {
    const { stream, name } = wanted;
    const { signal } = this.stopping;
    const once = async () => {
      const { client, manager } = await this.streamOf(stream, streamSubjects);
      await ensureConsumer(manager, { ...wanted, ackWaitMs: this.ackWaitMs });
      const consumer = await client.consumers.get(stream, name);
      // `bind`: pulls at once after a reconnect. Otherwise nats.js first asks for the consumer, and
      // waits for 30 s when that fails.
      const messages = await consumer.consume({
        abort_on_missing_resource: true,
        bind: true,
        idle_heartbeat: HEARTBEAT_MS,
      });
      this.reading.add(messages);
      if (signal.aborted) messages.stop();
      try {
        for await (const message of messages) await this.process(message);
      } finally {
        this.reading.delete(messages);
        messages.stop();
      }
    };
    return runForever(`${this.listener.service} cannot read ${stream} yet`, once, signal);
  }

  /** Reads what versions before 3 published, where they left a consumer. */
  private async readEarlier(
    { stream, subjects }: Omit<Wanted, 'name'>,
    streamSubjects: string,
  ): Promise<void> {
    const { service } = this.listener;
    const find = async () => {
      const { manager } = await this.streamOf(stream, streamSubjects);
      return findEarlierConsumer(manager, stream, service);
    };
    const what = `${service} cannot list the consumers of ${stream} yet`;
    const name = await retry(what, find, this.stopping.signal).catch(() => null);
    if (name !== null) await this.read({ stream, subjects, name }, streamSubjects);
  }

  private async streamOf(stream: string, subjects: string): Promise<Connected> {
    const { signal } = this.stopping;
    const connected = await unlessAborted(this.to.whenOpen(), signal);
    await unlessAborted(this.to.ensureStream(stream, subjects), signal);
    return connected;
  }

  /** Acknowledges a message when all its events are applied or stored as dead letters. */
  private async process(message: JsMsg): Promise<void> {
    const beat = setInterval(() => message.working(), this.ackWaitMs / 3);
    const applied = await this.apply(message).finally(() => clearInterval(beat));
    try {
      if (applied) message.ack();
      else message.nak();
    } catch {
      // The connection is closed: the message is redelivered and changes nothing.
    }
  }

  private async apply(message: JsMsg): Promise<boolean> {
    if (this.stopping.signal.aborted) return false;
    const { deliveryCount } = message.info;
    if (deliveryCount > MAX_DELIVERIES) {
      const reason = `delivered ${deliveryCount} times without an outcome`;
      return this.applier.reject(message.string(), reason);
    }
    return this.applier.applyMessage(message.data, this.to.names.eventOf(message.subject));
  }

  private async keep(letter: DeadLetter): Promise<void> {
    const { names } = this.to;
    const { client } = await this.to.whenOpen();
    await this.to.ensureStream(names.deadStream(), names.deadSubjects());
    const msgID = [letter.service, letter.event?.id, letter.at, letter.raw?.length].join(':');
    await client.publish(names.dead(letter.service), json.encode(letter), { msgID });
  }
}
