import { z } from 'zod';
import { id, instant, line, REACTION_LIMIT, version } from '../primitive';

/** One staff member's emoji on a post or comment. */
export const reactionEntry = z
  .object({ reactionId: id, reactedBy: id, reactedAt: instant })
  .meta({ id: 'ReactionEntry' });
export type ReactionEntry = z.infer<typeof reactionEntry>;

/** toggleReaction: removes the caller's emoji if it is there, otherwise adds it (TML-4). */
export const toggleReactionInput = z.strictObject({ reactionId: id });
export type ToggleReactionInput = z.infer<typeof toggleReactionInput>;
export const toggleReactionAnswer = z.object({
  reacted: z.boolean(),
  reactions: z.array(reactionEntry),
  version,
});

/** An emoji of the space (TML-4). */
export const reaction = z
  .object({
    id,
    version,
    emoji: z.string(),
    name: z.string(),
    order: z.int(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Reaction' });
export type Reaction = z.infer<typeof reaction>;
export const listReactionsAnswer = z.object({ items: z.array(reaction) });

/** Exactly one emoji, of any number of code points. */
const emoji = z
  .string()
  .max(64)
  .refine((text) => onePictogram.test(text) || onePictogram.test(`${text}\ufe0f`), {
    error: 'one-pictogram',
  });
const onePictogram = /^\p{RGI_Emoji}$/v;
const name = line(50).min(1);

/** createReaction: rejected when seven exist, or the same emoji does. */
export const createReactionInput = z.strictObject({ emoji, name });
export type CreateReactionInput = z.infer<typeof createReactionInput>;

export const updateReactionInput = z.strictObject({
  emoji: emoji.optional(),
  name: name.optional(),
});
export type UpdateReactionInput = z.infer<typeof updateReactionInput>;

export const orderReactionsInput = z.strictObject({ ids: z.array(id).min(1).max(REACTION_LIMIT) });
export type OrderReactionsInput = z.infer<typeof orderReactionsInput>;
