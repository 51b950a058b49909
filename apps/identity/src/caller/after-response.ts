import { setTimeout as sleep } from 'node:timers/promises';

/** An answer takes about so long to its caller, in ms: what nobody waits for does not cross it. */
const ON_ITS_WAY = 5;

/** Resolves when the answer that the running request is about to give has left. */
export function answerOut(): Promise<void> {
  return sleep(ON_ITS_WAY);
}
