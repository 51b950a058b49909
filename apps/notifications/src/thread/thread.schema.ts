import { defineStore, type DocumentOf, listOf } from '@engawa/persistence';
import { z } from 'zod';
import { formerWrittenIndex, writtenField, writtenIndex } from '../activity/written.schema';

/** The copy of a post; id and version are the post's. */
export const threadSchema = defineStore({
  collection: 'threads',
  shape: {
    ownerId: z.string().default(''),
    memberIds: listOf(z.string()),
    mentions: listOf(z.string()),
    excerpt: z.string().default(''),
    /** Whether staff are asked to confirm it. */
    mustRead: z.boolean().default(false),
    /** Its post was deleted; kept, so that a late event does not revive it. */
    gone: z.boolean(),
    /** The timeline was asked for it; the post's events may still come. */
    asked: z.boolean().optional(),
    ...writtenField,
  },
  formerIndexes: [formerWrittenIndex],
  indexes: [writtenIndex],
});

export type ThreadDocument = DocumentOf<typeof threadSchema>;
