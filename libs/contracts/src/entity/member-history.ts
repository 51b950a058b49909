import { z } from 'zod';
import { id, instant } from '../primitive';

/** getMemberHistory: what happened to a member's record, besides edits of its fields. */
export const memberHistory = z
  .object({
    memberId: id,
    createdAt: instant,
    import: z
      .object({
        added: z.boolean().meta({ description: 'False where it changed an existing member' }),
        at: instant.nullable().meta({ description: 'Null once the import is deleted' }),
      })
      .nullable()
      .meta({ description: 'The CSV import that last wrote the member' }),
    typeChange: z
      .object({
        at: instant,
        before: z
          .string()
          .meta({ description: 'Name of the previous type; empty for none or a deleted one' }),
      })
      .nullable()
      .meta({ description: 'The last change of the member type' }),
    merged: z
      .array(z.object({ id, name: z.string(), at: instant }))
      .meta({ description: 'Members that were merged into this one' }),
    mergedInto: z
      .object({ id, name: z.string(), at: instant })
      .nullable()
      .meta({ description: 'The member that this one was merged into' }),
  })
  .meta({ id: 'MemberHistory' });
export type MemberHistory = z.infer<typeof memberHistory>;
