import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { events, type EventEnvelope } from '@engawa/contracts';
import { decodeEvents, JetStreamTransport, type EventTransport } from '@engawa/events';
import { AckPolicy, DeliverPolicy } from 'nats';
import { REVOCATION_TTL_MS } from '../token/revoked-sessions';

const logger = new Logger('RevocationReplay');
const NOT_FOUND = '404';

/**
 * Replays the sessions that ended while this gateway was not listening. JetStream only: the other
 * transports start with new events.
 */
export async function replayRevocations(
  transport: EventTransport,
  apply: (event: EventEnvelope) => void,
  isStopping: () => boolean,
): Promise<void> {
  if (!(transport instanceof JetStreamTransport)) return;
  for (let attempt = 1; !isStopping(); attempt += 1) {
    try {
      await readOnce(transport, apply);
      return;
    } catch (error) {
      // No stream yet: nothing to read.
      if ((error as { code?: string }).code === NOT_FOUND) return;
      if (isStopping()) return;
      logger.warn({ err: error, attempt }, 'could not be read yet');
      await sleep(Math.min(5_000, 200 * attempt), undefined, { ref: false });
    }
  }
}

async function readOnce(
  transport: JetStreamTransport,
  apply: (event: EventEnvelope) => void,
): Promise<void> {
  const { client, manager, names } = await transport.jetStream();
  const stream = names.stream('identity');
  // Not an ordered consumer: nats.js repeats its failed creation for minutes, even after the
  // connection is closed.
  const { name } = await manager.consumers.add(stream, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartTime,
    opt_start_time: new Date(Date.now() - REVOCATION_TTL_MS).toISOString(),
    filter_subjects: [
      names.event(events.sessionRevoked.name),
      names.partitioned(events.sessionRevoked.name, '*'),
    ],
  });
  const consumer = await client.consumers.get(stream, name);
  const { num_pending: pending } = await consumer.info(true);
  if (pending === 0) return;
  const messages = await consumer.fetch({ max_messages: pending, expires: 3_000 });
  for await (const message of messages) decodeEvents(message.data).forEach(apply);
}
