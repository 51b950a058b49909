import { z } from 'zod';
import {
  cursor,
  id,
  idList,
  instant,
  instantInput,
  line,
  PAGE_SIZE,
  pageOf,
  version,
} from '../primitive';
import { MEMO_MAX_LENGTH } from '../text-rule';
import { memberRef } from './member';
import { staffRef } from './staff';

/** Any status can follow any other (specification, section 4). */
export const taskStatuses = ['waiting', 'inProgress', 'done', 'skipped'] as const;
export const taskStatus = z.enum(taskStatuses);
export type TaskStatus = z.infer<typeof taskStatus>;
/** Default filter of the task views. */
export const defaultTaskStatuses: readonly TaskStatus[] = ['waiting', 'inProgress'];

/** The task object of a post or comment (TML-8). */
export const taskObject = z
  .object({
    status: taskStatus,
    statusUpdatedAt: instant,
    assignUserId: id.nullable(),
    dueAt: instant.nullable().meta({ description: 'Due date; null if none is set (TSK-2)' }),
  })
  .meta({ id: 'TaskObject' });
export type TaskObject = z.infer<typeof taskObject>;

export const taskObjectInput = z.strictObject({
  status: taskStatus.default('waiting'),
  assignUserId: id.nullable().default(null),
  dueAt: instantInput.nullable().default(null),
});
export type TaskObjectInput = z.infer<typeof taskObjectInput>;
/** A change of a task; absent fields stay, or start with their default. */
export const taskObjectChange = z.strictObject({
  status: taskStatus.optional(),
  assignUserId: id.nullable().optional(),
  dueAt: instantInput.nullable().optional(),
});
export type TaskObjectChange = z.infer<typeof taskObjectChange>;

/** `spaces/{space}/posts/{postId}` with an optional `/comments/{commentId}` (TSK-1). */
export const threadReferencePattern =
  /^spaces\/([a-z0-9-]+)\/posts\/([A-Za-z0-9_-]+)(?:\/comments\/([A-Za-z0-9_-]+))?$/;
export const threadReference = z.string().regex(threadReferencePattern, {
  error: 'Invalid threadReferencePath',
});

/** Minutes between a reminder and the due date: up to 30 days. */
export const remindMinutes = z.int().min(0).max(43_200);
/** Default of a task with a due date: a day before. */
export const REMIND_DEFAULT_MINUTES = 1_440;

/** Filter on the due date: overdue, or within seven days (including overdue). */
export const dueFilter = z.enum(['overdue', 'week']);
export type DueFilter = z.infer<typeof dueFilter>;

/** The copy of a post or comment that became a task; it has its source's id (TSK-1). */
export const task = z
  .object({
    id,
    version,
    threadReference,
    postId: id,
    commentId: id.nullable(),
    ownerId: id,
    owner: staffRef,
    memo: z.string().max(MEMO_MAX_LENGTH),
    memberId: id.nullable().meta({ description: 'The first member of the source' }),
    members: z.array(memberRef),
    mentions: z.array(staffRef),
    labelIds: z.array(id),
    task: taskObject,
    assignee: staffRef.nullable(),
    remindMinutes: remindMinutes.nullable().meta({
      description: 'A reminder this long before it is due; null for none (TSK-3)',
    }),
    talkedAt: instant,
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Task' });
export type Task = z.infer<typeof task>;

const statusList = z
  .string()
  .max(200)
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(taskStatus).min(1).max(4));

/**
 * listTasks: latest status change first, with `due` the earliest due date first.
 * `assignUserId=none` lists tasks without an assignee; several labels match any.
 */
export const listTasksQuery = z.strictObject({
  status: statusList.optional().meta({ description: 'Default: waiting,inProgress' }),
  assignUserId: z
    .union([z.literal('none'), id])
    .optional()
    .meta({ description: 'Only tasks of this staff member; `none`: without an assignee' }),
  memberId: id.optional(),
  labelId: id.optional(),
  labelIds: idList
    .pipe(z.array(id).max(10))
    .optional()
    .meta({ description: 'Only tasks with any of these labels, separated by commas' }),
  due: dueFilter
    .optional()
    .meta({ description: '`overdue`: past their due date; `week`: due within seven days' }),
  ids: idList
    .optional()
    .meta({ description: 'Exactly these tasks, whatever their status, separated by commas' }),
  threadReference: z.string().max(300).optional().meta({
    description: 'The task of this post or comment',
    example: 'spaces/engawa-sendai/posts/019a2b3c',
  }),
  cursor: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(PAGE_SIZE),
});
export type ListTasksQuery = z.infer<typeof listTasksQuery>;
export const listTasksAnswer = pageOf(task);

/** updateTask: given fields change and are mirrored to the source. */
export const updateTaskInput = z.strictObject({
  status: taskStatus.optional(),
  assignUserId: id.nullable().optional(),
  labelIds: z.array(id).max(20).optional(),
  dueAt: instantInput.nullable().optional(),
  remindMinutes: remindMinutes.nullable().optional(),
});
export type UpdateTaskInput = z.infer<typeof updateTaskInput>;

/** countTasks: number of tasks per status, for column headings. */
export const countTasksQuery = z.strictObject({
  assignUserId: z
    .union([z.literal('none'), id])
    .optional()
    .meta({ description: 'Only tasks of this staff member; `none`: without an assignee' }),
});
export type CountTasksQuery = z.infer<typeof countTasksQuery>;
export const countTasksAnswer = z.object({
  counts: z.record(taskStatus, z.int().min(0)),
  byStaff: z
    .array(z.object({ assignUserId: id.nullable(), counts: z.record(taskStatus, z.int().min(0)) }))
    .meta({ description: 'The same figures for each assignee' }),
});

/** Criteria of a saved filter; absent means any. */
export const taskFilterCriteria = z.strictObject({
  statuses: z.array(taskStatus).max(4).default([]),
  assignUserId: z
    .union([z.literal('none'), z.literal('me'), id])
    .nullable()
    .default(null),
  labelIds: z.array(id).max(10).default([]),
  due: dueFilter.nullable().default(null),
});

/** A saved filter of one staff member; its name is unique for them (TSK-2). */
export const taskFilter = z
  .object({
    id,
    version,
    userId: id,
    displayName: z.string(),
    criteria: taskFilterCriteria,
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'TaskFilter' });
export type TaskFilter = z.infer<typeof taskFilter>;

/** Most filters of one staff member. */
export const TASK_FILTER_LIMIT = 50;
const taskFilterName = line(50).min(1);
export const createTaskFilterInput = z.strictObject({
  displayName: taskFilterName,
  criteria: taskFilterCriteria,
});
export type CreateTaskFilterInput = z.infer<typeof createTaskFilterInput>;
export const updateTaskFilterInput = z.strictObject({
  displayName: taskFilterName.optional(),
  criteria: taskFilterCriteria.optional(),
});
export type UpdateTaskFilterInput = z.infer<typeof updateTaskFilterInput>;
export const listTaskFiltersAnswer = z.object({ items: z.array(taskFilter) });

/** repairTasks: differences between posts, comments and their tasks; zeros when there are none. */
export const taskRepairAnswer = z
  .object({
    checked: z.int().min(0).meta({ description: 'Posts, comments and tasks looked at' }),
    missing: z.int().min(0).meta({ description: 'Tasks that were missing' }),
    different: z.int().min(0).meta({ description: 'Tasks or sources with other values' }),
    orphaned: z.int().min(0).meta({ description: 'Tasks whose source is gone' }),
  })
  .meta({ id: 'TaskRepair' });
export type TaskRepair = z.infer<typeof taskRepairAnswer>;
