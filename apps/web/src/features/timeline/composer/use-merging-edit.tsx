import type { Comment, IntroductionInput, MemberRef, Post } from '@engawa/contracts';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { useTexts } from '../../../shared/intl/messages';
import { showFailure, showToast } from '../../../shared/ui/toast.store';
import { mergeForm } from './merge-form';
import { refusalText, refusedIds, withoutRefused } from './refused-ids';
import { StaleNotice } from './stale-notice';
import { staleCurrent } from '../thread/thread-actions';
import { timelineTexts } from '../timeline.messages';

/**
 * The form of an edited post or comment. After a stale save untouched fields take the current
 * value, the reader's text stays, and `notice` says so.
 */
export function useMergingEdit<
  Content extends Post | Comment,
  Form extends {
    memo: string;
    labelIds: string[];
    members?: MemberRef[];
    introduction?: IntroductionInput | null;
  },
>(options: {
  content: Content;
  formOf: (content: Content) => Form;
  /** Sends the form as a change of a version. */
  send: (form: Form, version: number) => Promise<unknown>;
  onDone: () => void;
}) {
  const say = useTexts(timelineTexts);
  const intl = useIntl();
  const { content, formOf, send, onDone } = options;
  const [form, setForm] = useState(() => formOf(content));
  /** The version that the form is based on. */
  const [base, setBase] = useState(content);
  const [conflict, setConflict] = useState<boolean | null>(null);
  const [busy, setBusy] = useState(false);

  const save = async () => {
    setBusy(true);
    try {
      await send(form, base.version);
      showToast(say('timeline.edit.done'));
      onDone();
    } catch (error) {
      const current = staleCurrent<Content>(error);
      if (current) {
        const merged = mergeForm(formOf(base), form, formOf(current));
        setForm(merged.form);
        setConflict(merged.conflicts.includes('memo'));
        setBase(current);
      } else {
        const memberIds = form.members?.map(({ id }) => id);
        const refused = refusedIds(error, { ...form, memberIds });
        setForm((now) => withoutRefused(now, refused));
        showFailure(say('timeline.change.failed', { reason: refusalText(intl, error, refused) }));
      }
    } finally {
      setBusy(false);
    }
  };

  const notice: ReactNode =
    conflict === null ? null : (
      <StaleNotice
        memo={base.memo}
        conflict={conflict}
        onAdd={() => {
          setForm((now) => ({ ...now, memo: `${now.memo}\n\n${base.memo}` }));
          setConflict(false);
        }}
      />
    );
  return { form, setForm, busy, save, notice };
}
