import type { EventEnvelope } from '@engawa/contracts';
import type { MsgHdrs } from 'nats';

/** Below NATS' own limit of 1 MB, headers included. */
const MOST_BYTES = 512 * 1024;

const opening = Buffer.from('[');
const comma = Buffer.from(',');
const closing = Buffer.from(']');

/** An event as it travels alone: a JSON object. */
export function encodeEvent(event: EventEnvelope): Buffer {
  return Buffer.from(JSON.stringify(event));
}

/** Encoded events as they travel together: a JSON array. */
export function joinEvents(encoded: readonly Buffer[]): Buffer {
  const parts = encoded.flatMap((each, index) => (index === 0 ? [each] : [comma, each]));
  return Buffer.concat([opening, ...parts, closing]);
}

/** How many of the first of these fit into one message: at least one, at most `most`. */
export function countFitting(encoded: readonly Buffer[], most: number): number {
  let bytes = 2;
  for (let count = 0; count < encoded.length && count < most; count += 1) {
    bytes += encoded[count]!.length + 1;
    if (bytes > MOST_BYTES && count > 0) return count;
  }
  return Math.min(encoded.length, most);
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

/** The events of a message, in their order. Throws where it holds anything else. */
export function decodeEvents(data: Uint8Array): EventEnvelope[] {
  const value: unknown = JSON.parse(Buffer.from(data).toString('utf8'));
  const events = (Array.isArray(value) ? value : [value]) as EventEnvelope[];
  if (events.some((event) => typeof event?.aggregate?.id !== 'string')) {
    throw new Error('not an event');
  }
  return events;
}
