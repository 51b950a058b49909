import { taskStatus } from '@engawa/contracts';
import { defineStore, type DocumentOf, orNull, listOf } from '@engawa/persistence';
import { z } from 'zod';

/** Sorts tasks without a due date last. */
export const NO_DUE_DATE = new Date('9999-12-31T00:00:00.000Z');

/** The copy of a task; id and version are the task's. */
export const openTaskSchema = defineStore({
  collection: 'openTasks',
  shape: {
    postId: z.string().default(''),
    commentId: orNull(z.string()),
    ownerId: z.string().default(''),
    memberIds: listOf(z.string()),
    excerpt: z.string().default(''),
    status: taskStatus.default('waiting'),
    /** Empty for nobody. */
    assignUserId: z.string().default(''),
    dueAt: z.date().default(NO_DUE_DATE),
    /** Whether it is neither finished nor deleted. */
    open: z.boolean(),
  },
  indexes: [
    {
      keys: { space: 1, assignUserId: 1, open: 1, dueAt: 1, id: 1 },
      serves: 'OpenTaskRepository.findOf',
    },
    { keys: { space: 1, postId: 1, commentId: 1 }, serves: 'OpenTaskExcerptRepository.replace' },
  ],
});

export type OpenTaskDocument = DocumentOf<typeof openTaskSchema>;
