import { createHash } from 'node:crypto';
import { v7 } from 'uuid';

/** A new id: UUIDv7, so that ids sort by the time of their making. */
export function newId(): string {
  return v7();
}

/**
 * The same id for the same parts, on every machine and at every try (a UUID of version 8 over
 * SHA-256). What a listener makes of an event takes its id from the event's: made twice, it is
 * still one.
 */
export function derivedId(...parts: [string, ...string[]]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest();
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join('-');
}
