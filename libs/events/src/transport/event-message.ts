import type { EventEnvelope } from '@engawa/contracts';

/** Below NATS' limit of 1 MB including headers. */
const MAX_BYTES = 512 * 1024;

/** How many of these events, as JSON, fit into one message; at least one. */
export function countFitting(texts: readonly string[]): number {
  let bytes = 2;
  const over = texts.findIndex((text) => (bytes += Buffer.byteLength(text) + 1) > MAX_BYTES);
  return over < 0 ? texts.length : Math.max(1, over);
}

/** A message of events as JSON: a single one as an object, several as an array. */
export function messageOf(texts: readonly string[]): Buffer {
  return Buffer.from(texts.length === 1 ? texts[0]! : `[${texts.join(',')}]`);
}

/** An invalid part of a message. */
interface Malformed {
  raw: string;
  reason: string;
}

export interface DecodedMessage {
  events: EventEnvelope[];
  malformed: Malformed[];
}

/**
 * The events of a message in order, and its invalid parts; an event whose name differs from the
 * subject is invalid. Never throws.
 */
export function decodeMessage(data: Uint8Array, name: string | null = null): DecodedMessage {
  const text = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('utf8');
  const decoded: DecodedMessage = { events: [], malformed: [] };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    decoded.malformed.push({ raw: text, reason: String(error) });
    return decoded;
  }
  for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
    const event = one as Partial<EventEnvelope> | null;
    if (typeof event?.aggregate?.id !== 'string' || typeof event.name !== 'string') {
      decoded.malformed.push({ raw: JSON.stringify(one), reason: 'not an event' });
    } else if (name !== null && event.name !== name) {
      decoded.malformed.push({ raw: JSON.stringify(one), reason: `published as ${name}` });
    } else {
      decoded.events.push(event as EventEnvelope);
    }
  }
  return decoded;
}

/** The valid events of a message. */
export function decodeEvents(data: Uint8Array): EventEnvelope[] {
  return decodeMessage(data).events;
}
