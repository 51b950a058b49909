import { z } from 'zod';
import { post } from '../entity/post';
import { rankingAnswer } from '../entity/ranking';
import { id, instant } from '../primitive';

/**
 * One message of the live stream (SSE, `event: change`): kinds and ids, and perhaps what
 * changed. The reader invalidates its other copies and fetches them again.
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
    post: post.optional().meta({
      description:
        'The post as it is now, where a message changes one: as getPost answers it, for readers with the permission `post.read`. Absent: request it',
    }),
    ranking: rankingAnswer.optional().meta({
      description:
        'The ranking as it is now, where a message says that it changed: as getRanking answers it, for readers with the permission `post.read`. Absent: request it',
    }),
  })
  .meta({ id: 'LiveMessage' });
export type LiveMessage = z.infer<typeof liveMessage>;
