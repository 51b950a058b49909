import type {
  Attachment,
  Draft,
  IntroductionInput,
  MemberRef,
  Post,
  TaskObjectInput,
} from '@engawa/contracts';
import type { DraftBody } from '../drafts/draft-saver';
import { useEffect, useRef, useState } from 'react';

/** State of a post's form. */
export interface PostFormState {
  memo: string;
  members: MemberRef[];
  labelIds: string[];
  /** Null means the time of sending. */
  talkedAt: string | null;
  task: TaskObjectInput | null;
  attachments: Attachment[];
  mustRead: boolean;
  /** The introduction of the first member to the second (TML-12). */
  introduction: IntroductionInput | null;
}

export const emptyForm: PostFormState = {
  memo: '',
  members: [],
  labelIds: [],
  talkedAt: null,
  task: null,
  attachments: [],
  mustRead: false,
  introduction: null,
};

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
  return {
    memo: post.memo,
    members: post.members,
    labelIds: post.labelIds,
    talkedAt: post.talkedAt,
    task: post.task && {
      status: post.task.status,
      assignUserId: post.task.assignUserId,
      dueAt: post.task.dueAt,
    },
    attachments: post.attachments,
    mustRead: post.mustRead,
    introduction: post.introduction && {
      memberId: post.introduction.member.id,
      toMemberId: post.introduction.toMember.id,
      about: post.introduction.about,
      outcome: post.introduction.outcome,
      outcomeNote: post.introduction.outcomeNote,
    },
  };
}

/** The form of a draft. */
export function formOfDraft(draft: Draft): PostFormState {
  return {
    memo: draft.memo,
    members: draft.members,
    labelIds: draft.labelIds,
    talkedAt: draft.talkedAt,
    task: draft.task as TaskObjectInput | null,
    attachments: draft.attachments,
    mustRead: draft.mustRead,
    introduction: draft.introduction,
  };
}

/** The draft of a form. */
export function draftOf(form: PostFormState, whereList: string): DraftBody {
  const { memo, labelIds, talkedAt, task, mustRead, introduction } = form;
  return {
    ...emptyDraft,
    ...{ memo, labelIds, talkedAt, task, mustRead, introduction, whereList },
    memberIds: form.members.map((member) => member.id),
    attachmentIds: form.attachments.map((file) => file.id),
  };
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

/** The body of an empty draft. */
export const emptyDraft: DraftBody = {
  memo: '',
  memberIds: [],
  labelIds: [],
  mentions: [],
  attachmentIds: [],
  task: null,
  talkedAt: null,
  mustRead: false,
  introduction: null,
  whereList: '',
  postIdForComment: null,
};

const PREFIX = 'engawa.kept.';
/** Debounce of storing typed text. */
const SAVE_DEBOUNCE_MS = 300;

function readStored<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    return null;
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

/**
 * State that survives the page on this device, under a key; nothing is stored for a null key.
 *
 * @returns value, setter, a function to call once it is sent, and whether the last change is stored
 */
export function useStoredForm<T>(
  key: string | null,
  initial: T,
  isEmpty: (value: T) => boolean,
): [T, (change: (value: T) => T) => void, () => void, boolean] {
  const [value, setValue] = useState<T>(() => (key ? (readStored<T>(key) ?? initial) : initial));
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
  return [value, change, clear, saved && !isEmpty(value)];
}
