import type { EventEnvelope } from '@engawa/contracts';
import type { MsgHdrs } from 'nats';

/** Below NATS' own limit of 1 MB, headers included. */
const MOST_BYTES = 512 * 1024;

/**
 * As many of the first events as fit into one message, at least one: alone a JSON object, several a
 * JSON array.
 */
export function encodeEvents(events: readonly EventEnvelope[]): { data: Buffer; count: number } {
  const parts: string[] = [];
  let bytes = 2;
  for (const event of events) {
    const part = JSON.stringify(event);
    bytes += Buffer.byteLength(part) + 1;
    if (bytes > MOST_BYTES && parts.length > 0) break;
    parts.push(part);
  }
  const text = parts.length === 1 ? parts[0]! : `[${parts.join(',')}]`;
  return { data: Buffer.from(text), count: parts.length };
}

/** Header of a message with several events: how many. */
const COUNT = 'Engawa-Events';

/** Headers that go with a message of `count` events. */
export function markCount(carried: MsgHdrs, count: number): void {
  if (count > 1) carried.set(COUNT, String(count));
}

/** How many events a message has, without a look at them. */
export function countOf(carried: MsgHdrs | undefined): number {
  return Number(carried?.get(COUNT) || 1);
}

/** Without a copy of the bytes. */
function utf8({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf8');
}

/** The events of a message, in their order. Throws where it holds anything else. */
export function decodeEvents(data: Uint8Array): EventEnvelope[] {
  const value: unknown = JSON.parse(utf8(data));
  const events = (Array.isArray(value) ? value : [value]) as EventEnvelope[];
  if (events.some((event) => typeof event?.aggregate?.id !== 'string')) {
    throw new Error('not an event');
  }
  return events;
}
