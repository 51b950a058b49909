import { z } from 'zod';
import { id, instant } from '../primitive';
import { BLACK } from '../redaction';
import { member } from './member';
import { memberHistory } from './member-history';

/** A post or comment about a member; names of other members are blacked out. */
export const memberFileEntry = z.object({
  kind: z.enum(['post', 'comment']),
  talkedAt: instant,
  writtenBy: z.string(),
  memo: z.string(),
  attachmentTitles: z.array(z.string()),
});
export type MemberFileEntry = z.infer<typeof memberFileEntry>;

/** The fields that staff filled in; custom ones in words, since ids tell the member nothing. */
const memberRecord = {
  member,
  customFields: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .meta({ description: 'The fields of the space by name, choices in words' }),
};

/** discloseMember: all data about one member, to be given to them (MBR-5). */
export const memberFile = z
  .object({
    ...memberRecord,
    mergedRecords: z.array(z.object(memberRecord)).meta({
      description:
        'The records that were merged into the member, with values that the member did not take',
    }),
    imported: z.boolean().meta({ description: 'Whether the data came from a CSV import' }),
    history: memberHistory,
    entries: z.array(memberFileEntry),
    entriesAreComplete: z
      .boolean()
      .meta({ description: 'False if there are more than the newest 2,000' }),
  })
  .meta({ id: 'MemberFile' });
export type MemberFile = z.infer<typeof memberFile>;

/** The question `search.findMemberEntries` and its answer. */
export const memberEntriesQuestion = z.object({ space: z.string(), memberId: id });
export const memberEntriesAnswer = z.object({
  entries: z.array(memberFileEntry),
  complete: z.boolean(),
});

/** eraseMember: the family name, typed to confirm, because it cannot be undone. */
export const eraseMemberInput = z.strictObject({ familyName: z.string().max(100) });
export type EraseMemberInput = z.infer<typeof eraseMemberInput>;

/** Replaces the name of an erased member. */
export const ERASED_NAME = BLACK;

/** The question `members.findErasure` and its answer. */
export const erasureQuestion = z.object({ space: z.string(), memberId: id });
export const erasureAnswer = z
  .object({
    memberIds: z.array(id).meta({ description: 'The member and those who turned out to be it' }),
    whole: z.array(z.string()).meta({ description: 'Folded names that mean nobody else here' }),
    part: z.array(z.string()).meta({ description: 'To look for in texts about the member alone' }),
  })
  .nullable();
export type Erasure = NonNullable<z.infer<typeof erasureAnswer>>;
