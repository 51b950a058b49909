import { z } from 'zod';
import { id, instant } from '../primitive';
import { introductionOutcomes } from './introduction';
import { memberRef } from './member';

/** Most proposals of a space, and most introductions listed with them. */
export const MATCH_LIMIT = 20;
export const MATCHED_INTRODUCTIONS = 10;

/** A post about a member that says what they seek or offer. */
const wish = z.object({
  postId: id,
  member: memberRef,
  excerpt: z.string(),
  talkedAt: instant,
});

/** What a member offers by such a post, or by the fields of the member. */
const offer = wish.extend({
  postId: id.nullable().meta({ description: 'null: no post, but fields of the member' }),
  excerpt: z.string().meta({ description: 'Of the post; empty without one' }),
  talkedAt: instant.nullable(),
});

const sharedWord = z.object({
  seeks: z.string(),
  offers: z.string(),
  field: z.string().nullable().meta({
    description:
      'The field of the member that has the word: `company`, `title`, `memo` or the name of a custom field; null: the post has it',
    example: 'memo',
  }),
});

/** Two members of whom one seeks what the other offers, and why that was found. */
export const match = z
  .object({
    seeks: wish,
    offers: offer,
    words: z
      .array(sharedWord)
      .min(1)
      .max(3)
      .meta({ description: 'Words that both have, as each of them writes them' }),
  })
  .meta({ id: 'Match' });
export type Match = z.infer<typeof match>;

/** A post that records an introduction, with what came of it. */
export const madeIntroduction = z
  .object({
    postId: id,
    member: memberRef,
    toMember: memberRef,
    outcome: z.enum(introductionOutcomes),
    at: instant,
  })
  .meta({ id: 'MadeIntroduction' });
export type MadeIntroduction = z.infer<typeof madeIntroduction>;

/** listMatches: proposals, the best first, and the latest introductions. */
export const listMatchesAnswer = z.object({
  items: z.array(match).max(MATCH_LIMIT),
  introductions: z.array(madeIntroduction).max(MATCHED_INTRODUCTIONS),
});
export type ListMatchesAnswer = z.infer<typeof listMatchesAnswer>;

/** Most words of one question for members. */
export const DESCRIBING_WORDS = 40;
/** Most members of its answer. */
export const DESCRIBED_MEMBERS = 100;

/**
 * The question `members.findDescribed`: members who are here and whose own fields have one of these
 * parts of words.
 */
export const findDescribedQuestion = z.object({
  space: z.string(),
  words: z.array(z.string().min(2).max(20)).max(DESCRIBING_WORDS),
});
export const findDescribedAnswer = z.array(
  z.object({ memberId: id, texts: z.array(z.object({ field: z.string(), text: z.string() })) }),
);
export type DescribedMember = z.infer<typeof findDescribedAnswer>[number];
