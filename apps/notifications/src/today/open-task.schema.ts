import type { TaskStatus } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** Sorts tasks without a due date last. */
export const NO_DUE_DATE = new Date('9999-12-31T00:00:00.000Z');

/** The copy of a task; id and version are the task's. */
export interface OpenTaskDocument extends SpaceDocument {
  postId: string;
  commentId: string | null;
  ownerId: string;
  memberIds: string[];
  excerpt: string;
  status: TaskStatus;
  /** Empty for nobody. */
  assignUserId: string;
  dueAt: Date;
  /** Whether it is neither finished nor deleted. */
  open: boolean;
}

export const openTaskSchema = defineSchema<OpenTaskDocument>({
  collection: 'openTasks',
  fields: {
    postId: { type: String, default: '' },
    commentId: { type: String, default: null },
    ownerId: { type: String, default: '' },
    memberIds: { type: [String], default: [] },
    excerpt: { type: String, default: '' },
    status: { type: String, default: 'waiting' },
    assignUserId: { type: String, default: '' },
    dueAt: { type: Date, default: NO_DUE_DATE },
    open: { type: Boolean, required: true },
  },
  indexes: [
    {
      keys: { space: 1, assignUserId: 1, open: 1, dueAt: 1, id: 1 },
      serves: 'OpenTaskRepository.findOf',
    },
    { keys: { space: 1, postId: 1, commentId: 1 }, serves: 'OpenTaskExcerptRepository.replace' },
  ],
});
