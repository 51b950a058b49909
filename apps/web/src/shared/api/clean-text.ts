/* eslint-disable no-control-regex -- they are what leaves */
const verticalTab = /\u000b/g;
const forbidden = /[\u0000-\u0008\u000c\u000e-\u001f\u007f-\u009f]|\p{Surrogate}/gu;
/* eslint-enable no-control-regex */

/**
 * Removes invisible characters of pasted texts, which the API rejects; the vertical tab of slides
 * becomes a line break.
 */
export function cleaned<T>(value: T): T {
  if (typeof value === 'string') {
    return value.replace(verticalTab, '\n').replace(forbidden, '') as T;
  }
  if (Array.isArray(value)) return value.map(cleaned) as T;
  if (value === null || typeof value !== 'object') return value;
  // Files and forms are sent unchanged.
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cleaned(item)])) as T;
}
