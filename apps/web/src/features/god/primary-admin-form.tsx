import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import type { SpaceDetail } from '@engawa/contracts';
import { Button, Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { problemFrom } from '../../shared/problem/api-problem';
import { confirm } from '../../shared/ui/confirm.store';
import { ProblemNotice } from '../../shared/ui/states';
import { showToast } from '../../shared/ui/toast.store';
import { type AdminDraft, AdminFields, isComplete } from './admin-fields';
import { useRegisterPrimaryAdminMutation } from './god.api';
import { godTexts } from './god.messages';
import style from './god.module.css';

/** Gives a space another primary administrator, by address (IDN-10). */
export function PrimaryAdminForm({ space, onClose }: { space: SpaceDetail; onClose: () => void }) {
  const say = useTexts(godTexts);
  const common = useTexts(commonTexts);
  const intl = useIntl();
  const [draft, setDraft] = useState<AdminDraft>({
    email: '',
    displayName: '',
    jobTitle: '',
    locale: intl.locale === 'en' ? 'en' : 'ja',
  });
  const [checked, setChecked] = useState(false);
  const [register, { isLoading, error }] = useRegisterPrimaryAdminMutation();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!isComplete(draft)) return;
    const email = draft.email.trim();
    const yes = await confirm({
      title: say('god.register.confirm', { name: draft.displayName.trim() }),
      text: say('god.register.confirm.text', { space: space.displayName, email }),
      action: say('god.register.submit'),
    });
    if (!yes) return;
    const answer = await register({ spaceId: space.id, input: { ...draft, email } });
    if (!answer.data) return;
    showToast(say('god.register.done', { name: answer.data.displayName }));
    onClose();
  };

  return (
    <Modal
      opened
      onClose={onClose}
      size={520}
      title={say('god.register.title')}
      closeButtonProps={{ 'aria-label': common('common.close') }}
    >
      <form className={style.form} onSubmit={(event) => void submit(event)} noValidate>
        <p className={style.help}>{say('god.register.text')}</p>
        <AdminFields
          value={draft}
          onChange={(change) => setDraft((now) => ({ ...now, ...change }))}
          checked={checked}
          problem={error ? problemFrom(error) : null}
          autoFocus
        />
        {error ? <ProblemNotice error={error} /> : null}
        <div className={style.buttons}>
          <Button variant="default" onClick={onClose}>
            {common('common.cancel')}
          </Button>
          <Button type="submit" loading={isLoading}>
            {say('god.register.submit')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
