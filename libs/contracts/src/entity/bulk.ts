import { z } from 'zod';
import { id, version } from '../primitive';
import { problem } from '../problem';

/** Entries of one bulk request. */
export const BULK_LIMIT = 500;

/** An entry of a bulk request that does not fit; the others are still created. */
export class UnfitEntry {
  constructor(
    readonly issues: readonly z.core.$ZodIssue[],
    readonly input: unknown,
  ) {}
}

type BulkInput<Entry> = { items: (Entry | UnfitEntry)[] };

/** The body of a bulk request; entries that do not fit become an `UnfitEntry`. */
export function bulkInput<Entry, Input>(
  entry: z.ZodType<Entry, Input>,
): z.ZodType<BulkInput<Entry>, { items: Input[] }> {
  const wider: z.ZodType<Entry | UnfitEntry | undefined, Input> = entry;
  // Undefined for the generator of the OpenAPI document alone: it calls the function without an
  // entry to find a default.
  const fitOrNot = wider.catch(
    (found?: z.core.$ZodCatchCtx) => found && new UnfitEntry(found.error.issues, found.input),
  );
  const body = z.strictObject({ items: z.array(fitOrNot).min(1).max(BULK_LIMIT) });
  return body as z.ZodType<BulkInput<Entry>, { items: Input[] }>;
}

/** The result of an entry, in the order of the request. */
export const bulkResult = z
  .object({
    status: z.int().meta({ description: '201, or the status of the problem' }),
    id: id.nullable(),
    version: version.nullable(),
    problem: problem.nullable(),
  })
  .meta({ id: 'BulkResult' });
export type BulkResult = z.infer<typeof bulkResult>;

export const bulkAnswer = z
  .object({
    items: z.array(bulkResult).meta({ description: 'As many as were sent, in the same order' }),
    created: z.int().min(0),
    refused: z.int().min(0),
  })
  .meta({ id: 'BulkAnswer' });
export type BulkAnswer = z.infer<typeof bulkAnswer>;
