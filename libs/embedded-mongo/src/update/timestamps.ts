import { Timestamp, type Doc } from '../bson/bson-value';

let lastSecond = 0;
let counter = 0;

/** The current second, and a number not used before in it. */
function nextTimestamp(): Timestamp {
  const second = Math.floor(Date.now() / 1000);
  counter = second === lastSecond ? counter + 1 : 1;
  lastSecond = second;
  return new Timestamp({ t: second, i: counter });
}

/** A top-level timestamp of zero means now. */
export function fillTimestamps(document: Doc): Doc {
  for (const [name, value] of document) {
    if (name !== '_id' && value instanceof Timestamp && value.low === 0 && value.high === 0)
      document.set(name, nextTimestamp());
  }
  return document;
}
