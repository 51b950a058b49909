import { appendFileSync } from 'node:fs';
import path from 'node:path';

/** Longer answers show nothing that shorter ones do not. */
const MAX_BYTES = 6_000;

const folder = process.env['OPENAPI_EXAMPLES'];

/**
 * Appends a request body and its answer to the recordings of `npm run openapi:examples`, which
 * names their folder by `OPENAPI_EXAMPLES`. Undefined in every other run.
 */
export const recordExample =
  folder === undefined
    ? undefined
    : (answered: { operationId: string; body: unknown; answer: unknown }): void => {
        const text = JSON.stringify(answered);
        if (text.length > MAX_BYTES) return;
        appendFileSync(path.join(folder, `${process.pid}.jsonl`), `${text}\n`);
      };
