import type { Value } from '../bson/bson-value';
import { keyText } from '../bson/key-bytes.codec';

/** Text that two values share exactly when they are equal; for sets and groups. */
export function setKey(value: Value): string {
  if (typeof value === 'string') return `s${value}`;
  return `v${keyText(value)}`;
}
