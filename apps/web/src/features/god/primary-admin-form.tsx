import type { SpaceDetail } from '@engawa/contracts';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useSafeEdit } from '../../shared/edit/use-safe-edit';
import { useTexts } from '../../shared/intl/messages';
import { problemFrom } from '../../shared/problem/api-problem';
import { confirm } from '../../shared/feedback/confirm.store';
import { Note } from '../../shared/display/note';
import { FormDialog, useClose } from '../../shared/form/form-dialog';
import { HeldFields } from '../../shared/form/held-fields';
import { ProblemNotice } from '../../shared/feedback/states';
import { showToast } from '../../shared/feedback/toast.store';
import { type AdminDraft, AdminFields, isComplete } from './admin-fields';
import { useRegisterPrimaryAdminMutation } from './god.api';
import { godTexts } from './god.messages';

/** Assigns another primary administrator by address (IDN-10). */
export function PrimaryAdminForm({ space, onClose }: { space: SpaceDetail; onClose: () => void }) {
  const t = useTexts(godTexts);
  const intl = useIntl();
  const close = useClose(onClose);
  const [checked, setChecked] = useState(false);
  const [register] = useRegisterPrimaryAdminMutation();
  const edit = useSafeEdit({
    thing: null,
    fieldsOf: (): AdminDraft => ({
      email: '',
      displayName: '',
      jobTitle: '',
      locale: intl.locale === 'en' ? 'en' : 'ja',
    }),
    send: async (admin, _none, key) => {
      const input = { ...admin, email: admin.email.trim() };
      const { displayName } = await register({ key, spaceId: space.id, input }).unwrap();
      showToast(t('god.register.done', { name: displayName }));
    },
  });
  const { fields: draft, setFields, error } = edit;

  const submit = async () => {
    setChecked(true);
    if (!isComplete(draft)) return;
    const email = draft.email.trim();
    const yes = await confirm({
      title: t('god.register.confirm', { name: draft.displayName.trim() }),
      text: t('god.register.confirm.text', { space: space.displayName, email }),
      action: t('god.register.submit'),
    });
    if (yes && (await edit.save()).done) close();
  };

  return (
    <FormDialog
      title={t('god.register.title')}
      action={t('god.register.submit')}
      busy={edit.busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Note>{t('god.register.text')}</Note>
      <HeldFields busy={edit.busy}>
        <AdminFields
          value={draft}
          onChange={(change) => setFields({ ...draft, ...change })}
          checked={checked}
          problem={error ? problemFrom(error) : null}
          autoFocus
        />
      </HeldFields>
      {error ? <ProblemNotice error={error} /> : null}
    </FormDialog>
  );
}
