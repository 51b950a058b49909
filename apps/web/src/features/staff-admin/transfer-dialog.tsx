import '@mantine/core/styles/PasswordInput.css';
import type { Staff } from '@engawa/contracts';
import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { refreshAccess } from '../../shared/api/access';
import { useTexts } from '../../shared/intl/messages';
import { Note } from '../../shared/display/note';
import { FormDialog } from '../../shared/form/form-dialog';
import { ProblemNotice } from '../../shared/feedback/states';
import { showToast } from '../../shared/feedback/toast.store';
import { useTransferPrimaryAdminMutation } from './staff-admin.api';
import { staffAdminTexts } from './staff-admin.messages';

/** Transfers the primary administration, confirmed by the current one's password (IDN-2). */
export function TransferDialog({ staff, onClose }: { staff: Staff; onClose: () => void }) {
  const t = useTexts(staffAdminTexts);
  const [transfer, { isLoading, error }] = useTransferPrimaryAdminMutation();
  const [password, setPassword] = useState('');
  const submit = async () => {
    const answer = await transfer({ staffId: staff.id, password });
    if (answer.error) return;
    // The token still has the old role.
    await refreshAccess();
    showToast(t('staffAdmin.transfer.done', { name: staff.displayName }));
    onClose();
  };
  return (
    <FormDialog
      title={t('staffAdmin.transfer')}
      size={440}
      action={t('staffAdmin.transfer.action')}
      danger
      disabled={password === ''}
      busy={isLoading}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Note>{t('staffAdmin.transfer.text', { name: staff.displayName })}</Note>
      <PasswordInput
        label={t('staffAdmin.transfer.password')}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        data-autofocus
      />
      {error ? <ProblemNotice error={error} /> : null}
    </FormDialog>
  );
}
