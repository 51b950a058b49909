import {
  type Attachment,
  type Draft,
  emptyContent,
  type MemberRef,
  type Post,
} from '@engawa/contracts';
import type { DraftBody } from '../drafts/draft-saver';
import { useEffect, useRef, useState } from 'react';

/** The body of an empty draft; a talk time of null means the time of sending. */
export const emptyDraft: DraftBody = {
  ...emptyContent,
  talkedAt: null,
  whereList: '',
  postIdForComment: null,
};

/** State of a post's form: the content of a post, with members and files themselves. */
export interface PostFormState extends Omit<
  DraftBody,
  'memberIds' | 'attachmentIds' | 'mentions' | 'whereList' | 'postIdForComment'
> {
  members: MemberRef[];
  attachments: Attachment[];
}

const {
  memberIds: _members,
  attachmentIds: _files,
  mentions: _mentions,
  ...emptyFields
} = emptyContent;
export const emptyForm: PostFormState = {
  ...emptyFields,
  talkedAt: null,
  members: [],
  attachments: [],
};

/** State of a comment's form. */
export type CommentFormState = Pick<PostFormState, 'memo' | 'labelIds' | 'task' | 'attachments'>;

export const emptyComment: CommentFormState = {
  memo: '',
  labelIds: [],
  task: null,
  attachments: [],
};

/** The fields of a form from anything that has them; those that it lacks are those of `empty`. */
function fieldsOf<Form extends object>(empty: Form, source: Partial<Form>): Form {
  const names = Object.keys(empty) as (keyof Form)[];
  return Object.fromEntries(names.map((name) => [name, source[name] ?? empty[name]])) as Form;
}

/** Adds a member to the form; a member is never added twice. */
export function withMember(form: PostFormState, member: MemberRef): PostFormState {
  if (form.members.some(({ id }) => id === member.id)) return form;
  const { id, familyName, firstName, familyNameKana, firstNameKana, company } = member;
  const { photoUrl, thumbPhotoUrl, deleted } = member;
  const added = {
    ...{ id, familyName, firstName, familyNameKana, firstNameKana, company },
    ...{ photoUrl, thumbPhotoUrl, deleted },
  };
  return { ...form, members: [...form.members, added] };
}

/** The form of an existing post. */
export function formOf(post: Post): PostFormState {
  return fieldsOf(emptyForm, {
    ...post,
    task: post.task && {
      status: post.task.status,
      assignUserId: post.task.assignUserId,
      dueAt: post.task.dueAt,
    },
    introduction: post.introduction && {
      memberId: post.introduction.member.id,
      toMemberId: post.introduction.toMember.id,
      about: post.introduction.about,
      outcome: post.introduction.outcome,
      outcomeNote: post.introduction.outcomeNote,
    },
  });
}

/** The form of a draft. */
export function formOfDraft(draft: Draft): PostFormState {
  return fieldsOf(emptyForm, draft);
}

/** The form of the draft of a comment. */
export function commentFormOf(draft: Draft): CommentFormState {
  return fieldsOf(emptyComment, draft);
}

/** The content of a form as requests have it. */
export function contentOf({ members, attachments, ...content }: PostFormState) {
  return {
    ...content,
    memberIds: members.map((member) => member.id),
    attachmentIds: attachments.map((file) => file.id),
  };
}

/** The draft of a form. */
export function draftOf(form: PostFormState, whereList: string): DraftBody {
  return { ...emptyDraft, ...contentOf(form), whereList };
}

/** Longest memo, as in the API. A longer one stays in the form, to be shortened by hand. */
export const MAX_MEMO_LENGTH = 20_000;

/** Whether a form has a memo or a file, as required (TML-1). */
export function hasContent(form: Pick<PostFormState, 'memo' | 'attachments'>): boolean {
  return form.memo.trim() !== '' || form.attachments.length > 0;
}

/** Whether a form can be sent: it has content, and its memo is not too long. */
export function canSend(form: Pick<PostFormState, 'memo' | 'attachments'>): boolean {
  return hasContent(form) && form.memo.length <= MAX_MEMO_LENGTH;
}

/** Whether a form has nothing worth keeping. */
export function isBlank(form: PostFormState): boolean {
  return !hasContent(form) && form.members.length === 0 && form.labelIds.length === 0 && !form.task;
}

const PREFIX = 'engawa.kept.';
/** Debounce of storing typed text. */
const SAVE_DEBOUNCE_MS = 300;

/** The stored form. One that an earlier version stored lacks fields, or has others. */
function readStored<T extends object>(key: string, initial: T): T {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text ? fieldsOf(initial, JSON.parse(text) as Partial<T>) : initial;
  } catch {
    return initial;
  }
}

function keep(key: string, value: unknown): boolean {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export interface StoredForm<T> {
  value: T;
  /** The latest value, also for a function of an earlier render. */
  current: () => T;
  change: (next: (value: T) => T) => void;
  /** Call once the form is sent. */
  clear: () => void;
  /** Whether the last change is stored. */
  kept: boolean;
}

/** State that survives the page on this device, under a key; nothing is stored for a null key. */
export function useStoredForm<T extends object>(
  key: string | null,
  initial: T,
  isEmpty: (value: T) => boolean,
): StoredForm<T> {
  const [value, setValue] = useState<T>(() => (key ? readStored(key, initial) : initial));
  const [saved, setSaved] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(value);

  const write = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (key) setSaved(keep(key, isEmpty(latest.current) ? null : latest.current));
  };
  useEffect(
    () => () => {
      // Leaving the page within the debounce must not lose text.
      if (timer.current && key) keep(key, isEmpty(latest.current) ? null : latest.current);
      clearTimeout(timer.current);
    },
    // The key of a form never changes while it is open.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [key],
  );

  const change = (next: (value: T) => T) => {
    const now = next(latest.current);
    latest.current = now;
    setValue(now);
    setSaved(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(write, SAVE_DEBOUNCE_MS);
  };
  const clear = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    latest.current = initial;
    setValue(initial);
    setSaved(false);
    if (key) keep(key, null);
  };
  return { value, current: () => latest.current, change, clear, kept: saved && !isEmpty(value) };
}
