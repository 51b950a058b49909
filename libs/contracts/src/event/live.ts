import { z } from 'zod';
import { id, instant } from '../primitive';

/**
 * One message of the live stream (SSE, `event: change`): kinds and ids, never contents. The reader
 * invalidates its copies and fetches them again.
 */
export const liveMessage = z
  .object({
    name: z.string().meta({ example: 'timeline.post.created' }),
    at: instant,
    actor: id.nullable(),
    aggregate: z.object({ type: z.string(), id }),
    version: z.int(),
    postId: id.nullable().meta({ description: 'The thread concerned, where there is one' }),
    commentId: id.nullable(),
  })
  .meta({ id: 'LiveMessage' });
export type LiveMessage = z.infer<typeof liveMessage>;
