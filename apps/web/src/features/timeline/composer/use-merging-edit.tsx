import type { Comment, Post } from '@engawa/contracts';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useSafeEdit } from '../../../shared/edit/use-safe-edit';
import { useMounted } from '../../../shared/layout/use-mounted';
import { useTexts } from '../../../shared/intl/messages';
import { showFailure, showToast } from '../../../shared/feedback/toast.store';
import { ContentConflict, type ContentFields } from './content-conflict';
import { refusalText, refusedIds, withoutRefused } from './refused-ids';
import { composerTexts } from './composer.messages';

/**
 * The form of an edited post or comment. Changes by others are merged; `notice` shows both versions
 * of fields that both changed. Typed text is kept until it is saved or discarded, also while the form
 * is not shown.
 */
export function useMergingEdit<
  Content extends Post | Comment,
  Form extends ContentFields,
>(options: {
  content: Content;
  formOf: (content: Content) => Form;
  /** Sends the form as a change of a version. */
  send: (form: Form, version: number) => Promise<unknown>;
  /** Closes the form. */
  onDone: () => void;
}) {
  const words = useTexts(composerTexts);
  const intl = useIntl();
  const { content, formOf, send, onDone } = options;
  const edit = useSafeEdit({
    thing: content,
    fieldsOf: formOf,
    send: (form, { version }) => send(form, version),
    keep: content.id,
  });
  const { fields: form, setFields: setForm, conflict } = edit;
  const isMounted = useMounted();

  const discard = () => {
    edit.discard();
    onDone();
  };
  const putAway = () => {
    if (edit.changed || conflict) showToast(words('timeline.edit.kept'));
    onDone();
  };
  const save = async () => {
    const { done, error } = await edit.save();
    if (done) {
      showToast(words('timeline.edit.done'));
      // Closed meanwhile, it must not close the form of another post.
      if (isMounted()) discard();
    } else if (error) {
      const memberIds = form.members?.map(({ id }) => id);
      const refused = refusedIds(error, { ...form, memberIds });
      setForm((now) => withoutRefused(now, refused));
      if (isMounted()) {
        showFailure(words('timeline.edit.failed', { reason: refusalText(intl, error, refused) }));
      }
    }
  };

  const notice: ReactNode = conflict ? (
    <ContentConflict
      conflict={conflict}
      form={form}
      onChoose={edit.choose}
      onJoin={() =>
        setForm((now) => ({ ...now, memo: `${conflict.mine.memo}\n\n${conflict.theirs.memo}` }))
      }
    />
  ) : null;
  return { form, setForm, busy: edit.busy, save, discard, putAway, notice };
}
