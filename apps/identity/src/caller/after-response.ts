import { setTimeout as sleep } from 'node:timers/promises';

/** Time for the response of the running request to leave, in ms. */
const RESPONSE_DELAY_MS = 5;

/** Resolves after the response that the running request is about to send. */
export function afterResponse(): Promise<void> {
  return sleep(RESPONSE_DELAY_MS);
}
