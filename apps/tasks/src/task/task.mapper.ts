import { newAuditEvent } from '@engawa/auth';
import {
  events,
  type MemberRef,
  type Mirror,
  type StaffRef,
  type Task,
  type TaskObject,
} from '@engawa/contracts';
import { derivedId, newEvent } from '@engawa/events';
import { wholeMirror } from '@engawa/mirror';
import { newReminder, wakeAt } from './reminder.rules';
import {
  columnOf,
  threadReferenceOf,
  type Merged,
  type SourceCopy,
  type TaskState,
} from './task.rules';
import type { TaskDocument } from './task.schema';

/** Longest excerpt in an event, in characters. */
const EXCERPT_LENGTH = 200;

/** Actor and time of a change. */
export interface ChangeContext {
  space: string;
  actor: string | null;
  at: Date;
}

/** The state of a document; fields missing in older versions have their default. */
export function stateOf(document: TaskDocument): TaskState {
  const { edition, mirror, reminder } = document as Partial<TaskDocument>;
  return {
    id: document.id,
    postId: document.postId,
    commentId: document.commentId,
    version: edition ?? document.version,
    source: document.source,
    thread: document.thread ?? null,
    copy: document.copy ?? null,
    mirror: mirror ? wholeMirror(mirror) : null,
    reminder: reminder ?? newReminder,
  };
}

/** The stored fields of a state, including derived ones for lists. */
export function fieldsOf(state: TaskState) {
  const { mirror, copy } = state;
  const column = columnOf(state);
  return {
    postId: state.postId,
    commentId: state.commentId,
    edition: state.version,
    source: state.source,
    thread: state.thread,
    copy,
    mirror,
    reminder: state.reminder,
    column,
    wakeAt: wakeAt(state.reminder, column),
    statusUpdatedAt: mirror ? new Date(mirror.status.value.statusUpdatedAt) : null,
    assignUserId: mirror?.assignUserId.value ?? null,
    memberIds: copy?.memberIds ?? [],
    labelIds: mirror?.labelIds.value ?? [],
    dueAt: mirror?.dueAt.value ? new Date(mirror.dueAt.value) : null,
  } satisfies Partial<TaskDocument>;
}

const definitions = {
  created: events.taskCreated,
  updated: events.taskUpdated,
  deleted: events.taskDeleted,
} as const;

/** The events of a merge; empty when there is nothing to publish. */
export function eventsOf(before: TaskState | null, merged: Merged, context: ChangeContext) {
  const { state, change } = merged;
  // A deleted copy is published with its previous contents.
  const copy = state.copy ?? before?.copy;
  if (!change || !state.mirror || !copy) return [];
  // A lost task recreated from its post is the one already published.
  const { stamp } = state.mirror.present;
  const id = derivedId(context.space, state.id, change.kind, stamp, String(state.version));
  const undone = change.kind === 'deleted' && isUndone(before, state);
  return [
    ...(undone ? [deletionAudit(state, context)] : []),
    newEvent(definitions[change.kind], {
      ...headOf(state, context),
      ...(change.kind === 'created' ? { id } : {}),
      data: {
        ...factsOf(state, copy, state.mirror),
        previous: change.previous,
        changed: change.changed,
        ...(change.redacted ? { redacted: true } : {}),
      },
    }),
  ];
}

/** Whether somebody deleted the task itself, not the post or comment around it. */
function isUndone(before: TaskState | null, after: TaskState): boolean {
  return before?.mirror?.present.value === true && after.mirror?.present.value === false;
}

/** The audit event of a deletion (IDN-13). Without the text: it may be about people. */
function deletionAudit({ id }: TaskState, { space, actor }: ChangeContext) {
  return newAuditEvent(events.tasksAudited, {
    ...{ space, actor, action: 'tasks.task.deleted' },
    target: { type: 'task', id, name: '' },
  });
}

/** The event of a reminder. */
export function remindedEventsOf(state: TaskState, context: ChangeContext) {
  if (!state.mirror || !state.copy) return [];
  const facts = factsOf(state, state.copy, state.mirror);
  return [
    newEvent(events.taskReminded, {
      ...headOf(state, context),
      data: { ...facts, previous: null, changed: [] },
    }),
  ];
}

/** A listed task as in its events. */
export function listedVersionsOf(document: TaskDocument) {
  const state = stateOf(document);
  if (!state.mirror || !state.copy) return [];
  return [{ version: state.version, facts: factsOf(state, state.copy, state.mirror) }];
}

function headOf(state: TaskState, { space, actor, at }: ChangeContext) {
  return { space, actor, at, aggregate: { type: 'task', id: state.id }, version: state.version };
}

function factsOf(state: TaskState, copy: SourceCopy, mirror: Mirror) {
  return {
    taskId: state.id,
    postId: state.postId,
    commentId: state.commentId,
    ownerId: copy.ownerId,
    excerpt: [...copy.memo.slice(0, EXCERPT_LENGTH * 2)].slice(0, EXCERPT_LENGTH).join(''),
    memberIds: copy.memberIds,
    mirror,
  };
}

/** Names for a task's answer. */
export interface Names {
  staff(id: string): StaffRef;
  member(id: string): MemberRef;
}

/** The API form of a listed task. */
export function taskOf(document: TaskDocument, names: Names): Task {
  const { copy, mirror, version, reminder } = stateOf(document);
  if (!copy || !mirror) throw new TypeError(`Task ${document.id} is not listed`);
  const assignUserId = mirror.assignUserId.value;
  const members = copy.memberIds.map((id) => names.member(id));
  return {
    id: document.id,
    version,
    threadReference: threadReferenceOf(document.space, document),
    postId: document.postId,
    commentId: document.commentId,
    ownerId: copy.ownerId,
    owner: names.staff(copy.ownerId),
    memo: copy.memo,
    memberId: members[0]?.id ?? null,
    // Two ids may be one merged member.
    members: members.filter(({ id }, at) => members.findIndex((one) => one.id === id) === at),
    mentions: copy.mentions.map((id) => names.staff(id)),
    labelIds: mirror.labelIds.value,
    task: taskObjectOf(mirror),
    assignee: assignUserId ? names.staff(assignUserId) : null,
    remindMinutes: reminder.minutes,
    talkedAt: copy.talkedAt,
    createdAt: copy.createdAt,
    updatedAt: document.updatedAt.toISOString(),
  };
}

function taskObjectOf(mirror: NonNullable<TaskDocument['mirror']>): TaskObject {
  return {
    ...mirror.status.value,
    assignUserId: mirror.assignUserId.value,
    dueAt: mirror.dueAt.value,
  };
}
