import { type IntroductionInput, type TaskObjectInput } from '@engawa/contracts';
import {
  defineStore,
  type DocumentOf,
  text,
  listOf,
  place,
  placeIndex,
  unvalidated,
  orNull,
} from '@engawa/persistence';
import { storedAttachment } from '../content/content.schema';
import { z } from 'zod';

/** Retention of an ended draft: longer than any device stays offline. */
const ENDED_KEPT_SECONDS = 60 * 24 * 3_600;

/** A draft, or the tombstone that keeps its id from being saved again. */
export const draftSchema = defineStore({
  collection: 'drafts',
  shape: {
    ownerId: text,
    /** Incremented by the author's devices; the larger one has the newer text. */
    revision: z.number(),
    state: z.enum(['open', 'sent', 'deleted']),
    memo: z.string().default(''),
    memberIds: listOf(z.string()),
    labelIds: listOf(z.string()),
    mentions: listOf(z.string()),
    attachments: listOf(storedAttachment),
    task: orNull(unvalidated<TaskObjectInput>()),
    talkedAt: orNull(z.date()),
    mustRead: z.boolean(),
    introduction: orNull(unvalidated<IntroductionInput>()),
    whereList: z.string().default(''),
    postIdForComment: orNull(z.string()),
    place,
    /** When it ended; the document is removed some weeks later. */
    endedAt: z.date().optional(),
  },
  indexes: [
    {
      name: 'owner',
      keys: { space: 1, ownerId: 1, state: 1, updatedAt: -1, id: -1 },
      serves: 'findOpen, findPlaces',
    },
    {
      name: 'left',
      keys: { endedAt: 1 },
      serves: 'the end of ended drafts',
      expireAfterSeconds: ENDED_KEPT_SECONDS,
      sparse: true,
    },
    placeIndex(['ownerId'], { where: { state: 'open' } }),
  ],
});

export type DraftDocument = DocumentOf<typeof draftSchema>;
