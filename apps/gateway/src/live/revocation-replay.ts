import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { events, type EventEnvelope } from '@engawa/contracts';
import type { EventTransport } from '@engawa/events';
import { REVOCATION_TTL_MS } from '../token/revoked-sessions';

const logger = new Logger('RevocationReplay');

/** Replays the sessions that ended while this gateway was not listening. */
export async function replayRevocations(
  transport: EventTransport,
  apply: (event: EventEnvelope) => void,
  isStopping: () => boolean,
): Promise<void> {
  for (let attempt = 1; !isStopping(); attempt += 1) {
    try {
      const since = new Date(Date.now() - REVOCATION_TTL_MS);
      await transport.readSince(events.sessionRevoked.name, since, apply);
      return;
    } catch (error) {
      if (isStopping()) return;
      logger.warn({ err: error, attempt }, 'could not be read yet');
      await sleep(Math.min(5_000, 200 * attempt), undefined, { ref: false });
    }
  }
}
