import { taskStatus, type Mirror } from '@engawa/contracts';
import {
  defineStore,
  type DocumentOf,
  text,
  orNull,
  unvalidated,
  listOf,
  nested,
  workIndexes,
} from '@engawa/persistence';
import type { Reminder } from './reminder.rules';
import type { SourceCopy, SourceState } from './task.rules';
import { z } from 'zod';

/** A task or its tombstone; its id is its source's. */
export const taskSchema = defineStore({
  collection: 'tasks',
  shape: {
    postId: text,
    commentId: orNull(z.string()),
    /** The published version: `version` also counts bookkeeping. */
    edition: z.number(),
    source: unvalidated<SourceState>(),
    thread: orNull(
      nested({
        version: z.number(),
        gone: z.boolean(),
      }),
    ),
    copy: orNull(unvalidated<SourceCopy>()),
    mirror: orNull(unvalidated<Mirror>()),
    reminder: unvalidated<Reminder>(),
    /** Derived for lists: the status under which it is listed; null if hidden. */
    column: orNull(taskStatus),
    statusUpdatedAt: orNull(z.date()),
    assignUserId: orNull(z.string()),
    memberIds: listOf(z.string()),
    labelIds: listOf(z.string()),
    dueAt: orNull(z.date()),
    /** When to remind; null for never. */
    wakeAt: orNull(z.date()),
  },
  indexes: [
    {
      keys: { space: 1, column: 1, statusUpdatedAt: -1, id: -1 },
      serves: 'TaskRepository.findListPage of a status',
    },
    {
      keys: { space: 1, assignUserId: 1, column: 1, statusUpdatedAt: -1, id: -1 },
      serves: 'TaskRepository.findListPage of an assignee',
    },
    {
      keys: { space: 1, memberIds: 1, column: 1, statusUpdatedAt: -1, id: -1 },
      serves: 'TaskRepository.findListPage about a member',
    },
    {
      keys: { space: 1, labelIds: 1, column: 1, statusUpdatedAt: -1, id: -1 },
      serves: 'TaskRepository.findListPage with a label',
    },
    {
      keys: { space: 1, column: 1, assignUserId: 1 },
      serves: 'TaskRepository.countListed',
    },
    {
      keys: { space: 1, column: 1, dueAt: 1, id: 1 },
      serves: 'TaskRepository.findListPage by due date',
    },
    {
      keys: { space: 1, assignUserId: 1, column: 1, dueAt: 1, id: 1 },
      serves: 'TaskRepository.findListPage of an assignee by due date',
    },
    ...workIndexes(undefined, 'wakeAt'),
    { keys: { space: 1, postId: 1 }, serves: 'TaskRepository.findCommentsOfThread' },
  ],
});

export type TaskDocument = DocumentOf<typeof taskSchema>;
