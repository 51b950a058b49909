import type { Mirror, TaskStatus } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';
import { Schema } from 'mongoose';
import type { Reminder } from './reminder.rules';
import type { SourceCopy, SourceState } from './task.rules';

/** A task or its tombstone; its id is its source's. */
export interface TaskDocument extends SpaceDocument {
  postId: string;
  commentId: string | null;
  /** The published version: `version` also counts bookkeeping. */
  edition: number;
  source: SourceState;
  thread: { version: number; gone: boolean } | null;
  copy: SourceCopy | null;
  mirror: Mirror | null;
  reminder: Reminder;
  /** Derived for lists: the status under which it is listed; null if hidden. */
  column: TaskStatus | null;
  statusUpdatedAt: Date | null;
  assignUserId: string | null;
  memberIds: string[];
  labelIds: string[];
  dueAt: Date | null;
  /** When to remind; null for never. */
  wakeAt: Date | null;
}

const { Mixed } = Schema.Types;

export const taskSchema = defineSchema<TaskDocument>({
  collection: 'tasks',
  fields: {
    postId: { type: String, required: true },
    commentId: { type: String, default: null },
    edition: { type: Number, required: true },
    source: { type: Mixed, required: true },
    thread: { type: Mixed, default: null },
    copy: { type: Mixed, default: null },
    mirror: { type: Mixed, default: null },
    column: { type: String, default: null },
    statusUpdatedAt: { type: Date, default: null },
    assignUserId: { type: String, default: null },
    memberIds: { type: [String], default: [] },
    labelIds: { type: [String], default: [] },
    dueAt: { type: Date, default: null },
    reminder: { type: Mixed, required: true },
    wakeAt: { type: Date, default: null },
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
    {
      name: 'wake',
      keys: { wakeAt: 1 },
      partial: { wakeAt: { $type: 'date' } },
      serves: 'TaskRepository.findWaking (the reminders of all spaces)',
    },
    { keys: { space: 1, postId: 1 }, serves: 'TaskRepository.findCommentsOfThread' },
  ],
});
