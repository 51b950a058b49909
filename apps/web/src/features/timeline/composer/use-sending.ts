import type { StaffRef } from '@engawa/contracts';
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { showFailure } from '../../../shared/feedback/toast.store';
import { useTexts } from '../../../shared/intl/messages';
import { problemFrom } from '../../../shared/problem/api-problem';
import type { DraftMark, DraftSaver } from '../drafts/draft-saver';
import type { Unsent } from '../drafts/send-queue';
import { staffRefOf } from '../staff-ref';
import type { ApiDispatch } from '../thread/thread-cache';
import { timelineTexts } from '../timeline.messages';
import type { CommentFormState, PostFormState, StoredForm } from './form-state';
import { mentionedIn } from './mention';
import { refusalText, refusedIds, withoutRefused } from './refused-ids';
import { useMentionable } from './use-mentionable';

/** One form with the contents of two; where both have one, that of the second. */
function both<Form extends CommentFormState | PostFormState>(first: Form, second: Form): Form {
  const members = 'members' in first &&
    'members' in second && {
      members: uniqueById([...first.members, ...second.members]),
      introduction: second.introduction ?? first.introduction,
    };
  return {
    ...second,
    ...members,
    memo: [first.memo, second.memo].filter(Boolean).join('\n\n'),
    labelIds: [...new Set([...first.labelIds, ...second.labelIds])],
    attachments: uniqueById([...first.attachments, ...second.attachments]),
    task: second.task ?? first.task,
  };
}

function uniqueById<Thing extends { id: string }>(things: readonly Thing[]): Thing[] {
  return [...new Map(things.map((thing) => [thing.id, thing])).values()];
}

/** What was sent, and with which key and draft. */
interface Sent<Form> {
  form: Form;
  /** The staff that the text names. */
  mentions: StaffRef[];
  key: string;
  mark: DraftMark;
  /** The draft that ends with it. */
  draftId: string | undefined;
}

/**
 * Sends the texts of a form. Each has a key and a draft of its own, because the next one can be sent
 * before the answer. `change` is that of the form, which saves its draft.
 */
export function useSending<Form extends CommentFormState | PostFormState>({
  stored,
  saver,
  isFree,
  change,
}: {
  stored: StoredForm<Form>;
  saver: DraftSaver;
  /** Whether nothing new was begun. */
  isFree: (form: Form) => boolean;
  change: StoredForm<Form>['change'];
}) {
  const t = useTexts(timelineTexts);
  const intl = useIntl();
  const dispatch = useDispatch<ApiDispatch>();
  const [key, setKey] = useState<string>(() => crypto.randomUUID());

  useEffect(() => {
    // What could not be saved when the page was left is nowhere but on this device.
    if (!isFree(stored.current()) && !saver.mark().settled) change((now) => now);
    // Once, when the form appears.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const mentionable = useMentionable();
  const isBeginning = useRef(false);
  /**
   * Takes the text out of the form once the staff are read; null while an earlier call waits for that.
   * Rejects if they cannot be read.
   */
  const begin = async (): Promise<Sent<Form> | null> => {
    if (isBeginning.current) return null;
    isBeginning.current = true;
    try {
      const staffs = await mentionable(stored.current().memo);
      const form = stored.current();
      const mentions = mentionedIn(form.memo, staffs).map(staffRefOf);
      const sent = { form, mentions, key, mark: saver.mark(), draftId: saver.end() };
      stored.clear();
      setKey(crypto.randomUUID());
      return sent;
    } finally {
      isBeginning.current = false;
    }
  };

  /**
   * Keeps what was refused: in the form, or as a draft if the next text was begun. Returns why it
   * was refused, or null if the reader was told.
   */
  const giveBack = async (
    { form, key: sentKey, mark }: Sent<Form>,
    unsent: Unsent,
    error: unknown,
  ): Promise<string | null> => {
    const refused = refusedIds(error, unsent.input);
    const reason = refusalText(intl, error, refused);
    if (isFree(stored.current())) {
      saver.open(mark);
      // The first request may have arrived; the repeated one creates nothing twice.
      if (problemFrom(error).code !== 'request.idempotency-mismatch') setKey(sentKey);
      change(() => withoutRefused(form, refused));
      return reason;
    }
    try {
      const { keepAsDraft } = await import('../drafts/send-queue-flush');
      await dispatch(keepAsDraft(unsent, error, mark));
      showFailure(t('timeline.outbox.drafted', { reason }));
      return null;
    } catch {
      // Neither can be saved now: one form holds both.
      change((now) => both(form, now));
      return reason;
    }
  };
  return { begin, giveBack };
}
