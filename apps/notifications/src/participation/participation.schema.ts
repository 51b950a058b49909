import { defineStore, type DocumentOf, text, listOf } from '@engawa/persistence';
import { z } from 'zod';
import { formerWrittenIndex, writtenField, writtenIndex } from '../activity/written.schema';

/** Participation of a staff member in a thread; its id is the comment's. */
export const participationSchema = defineStore({
  collection: 'participations',
  shape: {
    postId: text,
    ownerId: z.string().default(''),
    mentions: listOf(z.string()),
    gone: z.boolean(),
    ...writtenField,
  },
  formerIndexes: [formerWrittenIndex],
  indexes: [
    writtenIndex,
    {
      keys: { space: 1, postId: 1, gone: 1, ownerId: 1 },
      serves: 'ParticipationRepository.findParticipants',
    },
  ],
});

export type ParticipationDocument = DocumentOf<typeof participationSchema>;
