import { z } from 'zod';
import { id, lines } from '../primitive';
import { memberRef } from './member';

/** Outcome of an introduction. */
export const introductionOutcomes = ['open', 'met', 'succeeded', 'declined'] as const;

/** An introduction of one member to another; its follow-up is the post's task. */
export const introduction = z
  .object({
    member: memberRef,
    toMember: memberRef,
    about: z.string(),
    outcome: z.enum(introductionOutcomes),
    outcomeNote: z.string(),
  })
  .meta({ id: 'Introduction' });
export type Introduction = z.infer<typeof introduction>;

export const introductionInput = z
  .strictObject({
    memberId: id,
    toMemberId: id,
    about: lines(500).default(''),
    outcome: z.enum(introductionOutcomes).default('open'),
    outcomeNote: lines(500).default(''),
  })
  .refine((value) => value.memberId !== value.toMemberId, {
    path: ['toMemberId'],
    error: 'same-member',
  });
export type IntroductionInput = z.infer<typeof introductionInput>;
