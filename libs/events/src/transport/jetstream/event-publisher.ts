import type { EventEnvelope } from '@engawa/contracts';
import { encodeEvents } from './event-message';

/** Messages of one subject that are on their way at the same time. */
const PARALLEL = 8;
/** Events of one message; as many may come again after a crash, see `MAX_IN_HAND`. */
const MOST_TOGETHER = 64;

interface Waiting {
  event: EventEnvelope;
  resolve: () => void;
  reject: (error: unknown) => void;
}

interface Lane {
  underWay: number;
  waiting: Waiting[];
}

/** What leaves as one message: `id` keeps the server from storing it twice. */
export interface EventMessage {
  subject: string;
  id: string;
  data: Buffer;
  /** The first one; the only one of most messages. */
  event: EventEnvelope;
  count: number;
}

/**
 * Sends events, each at once. Only where many of one name are on their way already, as after the
 * server was away, those that come then wait for each other and share messages: the server writes
 * each message to disk by itself, which is what takes time. Events of one name that are published
 * side by side are of different aggregates, so their order does not matter.
 */
export class EventPublisher {
  private readonly lanes = new Map<string, Lane>();

  constructor(private readonly send: (message: EventMessage) => Promise<unknown>) {}

  /** Resolves when the server has the event on disk. */
  publish(subject: string, event: EventEnvelope): Promise<void> {
    const lane = this.lanes.get(subject) ?? { underWay: 0, waiting: [] };
    this.lanes.set(subject, lane);
    return new Promise((resolve, reject) => {
      lane.waiting.push({ event, resolve, reject });
      this.advance(subject, lane);
    });
  }

  private advance(subject: string, lane: Lane): void {
    while (lane.underWay < PARALLEL && lane.waiting.length > 0) {
      // Encoded only now: thousands may be waiting.
      const next = lane.waiting.slice(0, MOST_TOGETHER).map(({ event }) => event);
      const { data, count } = encodeEvents(next);
      void this.sendTogether(subject, lane, lane.waiting.splice(0, count), data);
    }
  }

  private async sendTogether(
    subject: string,
    lane: Lane,
    together: Waiting[],
    data: Buffer,
  ): Promise<void> {
    lane.underWay += 1;
    const { event } = together[0]!;
    const count = together.length;
    const id = count === 1 ? event.id : `${event.id}+${count}`;
    try {
      await this.send({ subject, id, data, event, count });
      for (const { resolve } of together) resolve();
    } catch (error) {
      for (const { reject } of together) reject(error);
    } finally {
      lane.underWay -= 1;
      this.advance(subject, lane);
    }
  }
}
