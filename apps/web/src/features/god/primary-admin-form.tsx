import type { SpaceDetail } from '@engawa/contracts';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useTexts } from '../../shared/intl/messages';
import { problemFrom } from '../../shared/problem/api-problem';
import { confirm } from '../../shared/feedback/confirm.store';
import { Note } from '../../shared/display/note';
import { FormDialog } from '../../shared/form/form-dialog';
import { ProblemNotice } from '../../shared/feedback/states';
import { showToast } from '../../shared/feedback/toast.store';
import { type AdminDraft, AdminFields, isComplete } from './admin-fields';
import { useRegisterPrimaryAdminMutation } from './god.api';
import { godTexts } from './god.messages';

/** Assigns another primary administrator by address (IDN-10). */
export function PrimaryAdminForm({ space, onClose }: { space: SpaceDetail; onClose: () => void }) {
  const t = useTexts(godTexts);
  const intl = useIntl();
  const [draft, setDraft] = useState<AdminDraft>({
    email: '',
    displayName: '',
    jobTitle: '',
    locale: intl.locale === 'en' ? 'en' : 'ja',
  });
  const [checked, setChecked] = useState(false);
  const [register, { isLoading, error }] = useRegisterPrimaryAdminMutation();

  const submit = async () => {
    setChecked(true);
    if (!isComplete(draft)) return;
    const email = draft.email.trim();
    const yes = await confirm({
      title: t('god.register.confirm', { name: draft.displayName.trim() }),
      text: t('god.register.confirm.text', { space: space.displayName, email }),
      action: t('god.register.submit'),
    });
    if (!yes) return;
    const answer = await register({ spaceId: space.id, input: { ...draft, email } });
    if (!answer.data) return;
    showToast(t('god.register.done', { name: answer.data.displayName }));
    onClose();
  };

  return (
    <FormDialog
      title={t('god.register.title')}
      action={t('god.register.submit')}
      busy={isLoading}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Note>{t('god.register.text')}</Note>
      <AdminFields
        value={draft}
        onChange={(change) => setDraft((now) => ({ ...now, ...change }))}
        checked={checked}
        problem={error ? problemFrom(error) : null}
        autoFocus
      />
      {error ? <ProblemNotice error={error} /> : null}
    </FormDialog>
  );
}
