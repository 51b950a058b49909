import { setTimeout as sleep } from 'node:timers/promises';

/** Time for the response of the running request to be sent. */
const RESPONSE_DELAY_MS = 5;

/** Resolves after the response of the running request. */
export function afterResponse(): Promise<void> {
  return sleep(RESPONSE_DELAY_MS);
}
