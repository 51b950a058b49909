import { z } from 'zod';
import { id, instant } from '../primitive';

/** Who solved an issue: a staff member, or another member (TML-11). */
export const solver = z.object({ kind: z.enum(['staff', 'member']), id });
export type Solver = z.infer<typeof solver>;

/** What solved an issue: a post, a comment, or the finished task of either. */
export const solutionKinds = ['post', 'comment', 'task'] as const;

export const solution = z.object({
  kind: z.enum(solutionKinds),
  postId: id,
  commentId: id.nullable(),
  solvedBy: solver,
  linkedBy: id,
  linkedAt: instant,
});
export type Solution = z.infer<typeof solution>;

/** The issue of a post with an issue label; open until a solution is linked. */
export const issue = z
  .object({
    state: z.enum(['open', 'closed']),
    openedAt: instant,
    closedAt: instant.nullable().meta({ description: 'Time of the solution' }),
    secondsToSolution: z.int().min(0).nullable(),
    solution: solution.nullable(),
  })
  .meta({ id: 'Issue' });
export type Issue = z.infer<typeof issue>;

/** linkSolution: closes the issue; replaces an existing solution. */
export const linkSolutionInput = z.strictObject({
  kind: z.enum(solutionKinds),
  postId: id,
  commentId: id.nullable().default(null),
  solvedBy: z
    .strictObject({ kind: z.enum(['staff', 'member']), id })
    .optional()
    .meta({
      description: 'Default: the writer of the solution; of a task, its assignee',
    }),
});
export type LinkSolutionInput = z.infer<typeof linkSolutionInput>;
