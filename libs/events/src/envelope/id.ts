import { hash } from 'node:crypto';
import { v7 } from 'uuid';

/** A new id: UUIDv7, so that ids sort by creation time. */
export function newId(): string {
  return v7();
}

/**
 * A deterministic id of the parts (UUID version 8 over SHA-256). What a listener creates from an
 * event derives its id from the event's, so that a repetition creates nothing new.
 */
export function derivedId(...parts: [string, ...string[]]): string {
  const digest = hash('sha256', JSON.stringify(parts), 'buffer');
  digest[6] = (digest[6]! & 0x0f) | 0x80;
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  const hex = digest.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join('-');
}
