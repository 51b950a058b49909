import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import type { Staff } from '@engawa/contracts';
import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { fieldText, problemFrom } from '../../shared/problem/api-problem';
import { confirm } from '../../shared/ui/confirm.store';
import { ProblemNotice } from '../../shared/ui/states';
import { showToast } from '../../shared/ui/toast.store';
import { useUpdateEmailByGodMutation } from './god.api';
import { godTexts } from './god.messages';
import style from './god.module.css';
import { looksLikeEmail } from './god.rules';

/** Changes the address that a staff signs in with, after asking once more (IDN-10). */
export function EmailDialog(props: { spaceId: string; staff: Staff; onClose: () => void }) {
  const say = useTexts(godTexts);
  const common = useTexts(commonTexts);
  const { staff, onClose } = props;
  const [email, setEmail] = useState('');
  const [checked, setChecked] = useState(false);
  const [update, { isLoading, error }] = useUpdateEmailByGodMutation();
  const problem = error ? problemFrom(error) : null;
  const after = email.trim();
  const wrong = !looksLikeEmail(after)
    ? say('god.form.email.wrong')
    : after === staff.email
      ? say('god.email.same')
      : null;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (wrong) return;
    const yes = await confirm({
      title: say('god.email.confirm', { name: staff.displayName }),
      text: say('god.email.confirm.text', { before: staff.email, after }),
      action: say('god.email.action'),
      danger: true,
    });
    if (!yes) return;
    const answer = await update({ spaceId: props.spaceId, staffId: staff.id, email: after });
    if (answer.error) return;
    showToast(say('god.email.done'));
    onClose();
  };

  return (
    <Modal
      opened
      onClose={onClose}
      size={460}
      title={say('god.email.title')}
      closeButtonProps={{ 'aria-label': common('common.close') }}
    >
      <form className={style.form} onSubmit={(event) => void submit(event)} noValidate>
        <p className={style.help}>{say('god.email.text', { name: staff.displayName })}</p>
        <p className={style.now}>
          <small>{say('god.email.now')}</small>
          {staff.email}
        </p>
        <TextInput
          label={say('god.email.next')}
          type="email"
          autoComplete="off"
          required
          data-autofocus
          value={email}
          error={(checked ? wrong : null) ?? fieldText(problem, 'email')}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {problem && !fieldText(problem, 'email') ? <ProblemNotice error={problem} /> : null}
        <div className={style.buttons}>
          <Button variant="default" onClick={onClose}>
            {common('common.cancel')}
          </Button>
          <Button type="submit" loading={isLoading}>
            {say('god.email.action')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
