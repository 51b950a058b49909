import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/PasswordInput.css';
import type { Staff } from '@engawa/contracts';
import { Button, Modal, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { refreshAccess } from '../../shared/api/access';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { ProblemNotice } from '../../shared/ui/states';
import { showToast } from '../../shared/ui/toast.store';
import { useTransferPrimaryAdminMutation } from './staff-admin.api';
import { staffAdminTexts } from './staff-admin.messages';
import style from './staff-admin.module.css';

/** Hands primary administration over; the giver's password confirms it (IDN-2). */
export function TransferDialog({ staff, onClose }: { staff: Staff; onClose: () => void }) {
  const say = useTexts(staffAdminTexts);
  const common = useTexts(commonTexts);
  const [transfer, { isLoading, error }] = useTransferPrimaryAdminMutation();
  const [password, setPassword] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await transfer({ staffId: staff.id, password });
    if (answer.error) return;
    // The token still carries the old role.
    await refreshAccess();
    showToast(say('staffAdmin.transfer.done', { name: staff.displayName }));
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={say('staffAdmin.transfer')}
      closeButtonProps={{ 'aria-label': common('common.close') }}
      transitionProps={{ duration: 140 }}
    >
      <form className={style.form} onSubmit={(event) => void submit(event)}>
        <p className={style.help}>{say('staffAdmin.transfer.text', { name: staff.displayName })}</p>
        <PasswordInput
          label={say('staffAdmin.transfer.password')}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          data-autofocus
        />
        {error ? <ProblemNotice error={error} /> : null}
        <div className={style.buttons}>
          <Button variant="default" onClick={onClose}>
            {common('common.cancel')}
          </Button>
          <Button type="submit" color="red" loading={isLoading} disabled={password === ''}>
            {say('staffAdmin.transfer.action')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
