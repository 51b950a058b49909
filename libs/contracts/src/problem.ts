import { z } from 'zod';

/** One error of the input: an RFC 6901 pointer into body, query or path. */
export const problemField = z.object({
  pointer: z.string().meta({ example: '/body/memo' }),
  code: z.string().meta({ example: 'too-long' }),
  detail: z.string(),
});

/** An error answer (RFC 9457); `code` is stable, texts are in the caller's language. */
export const problem = z
  .object({
    type: z.string().meta({ example: 'urn:engawa:problem:timeline.post.not-found' }),
    title: z.string(),
    status: z.int(),
    code: z.string().meta({ example: 'timeline.post.not-found' }),
    detail: z.string().optional(),
    instance: z.string().optional(),
    requestId: z.string(),
    errors: z.array(problemField).optional(),
    /** The current document, when a stale version was rejected (412). */
    current: z.unknown().optional(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problem>;
export type ProblemField = z.infer<typeof problemField>;
