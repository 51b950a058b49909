import '@mantine/core/styles/PasswordInput.css';
import type { Staff } from '@engawa/contracts';
import { PasswordInput } from '@mantine/core';
import { refreshAccess } from '../../shared/api/access';
import { directoryApi } from '../../shared/directory/directory.api';
import { useSafeEdit } from '../../shared/edit/use-safe-edit';
import { useTexts } from '../../shared/intl/messages';
import { Note } from '../../shared/display/note';
import { FormDialog, useClose } from '../../shared/form/form-dialog';
import { problemFrom } from '../../shared/problem/api-problem';
import { ProblemNotice } from '../../shared/feedback/states';
import { showToast } from '../../shared/feedback/toast.store';
import { useTransferPrimaryAdminMutation } from './staff-admin.api';
import { staffAdminTexts } from './staff-admin.messages';

/** Transfers the primary administration, confirmed by the current one's password (IDN-2). */
export function TransferDialog({ staff, onClose }: { staff: Staff; onClose: () => void }) {
  const t = useTexts(staffAdminTexts);
  const close = useClose(onClose);
  const [transfer] = useTransferPrimaryAdminMutation();
  const [listStaffs] = directoryApi.endpoints.listStaffs.useLazyQuery();
  const { fields, setFields, busy, error, save } = useSafeEdit({
    thing: null,
    fieldsOf: () => ({ password: '' }),
    send: async ({ password }) => {
      const { error: refusal } = await transfer({ staffId: staff.id, password });
      if (!refusal) return;
      // An attempt whose answer was lost took the permission for the next one.
      const isForbidden = problemFrom(refusal).status === 403;
      const staffs = isForbidden ? await listStaffs().unwrap() : [];
      if (!staffs.some(({ id, role }) => id === staff.id && role === 'primaryAdmin')) throw refusal;
    },
  });
  const submit = async () => {
    if (!(await save()).done) return;
    // The token still has the old role.
    await refreshAccess();
    showToast(t('staffAdmin.transfer.done', { name: staff.displayName }));
    close();
  };
  return (
    <FormDialog
      title={t('staffAdmin.transfer')}
      size={440}
      action={t('staffAdmin.transfer.action')}
      danger
      disabled={fields.password === ''}
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Note>{t('staffAdmin.transfer.text', { name: staff.displayName })}</Note>
      <PasswordInput
        label={t('staffAdmin.transfer.password')}
        autoComplete="current-password"
        value={fields.password}
        onChange={(event) => setFields({ password: event.currentTarget.value })}
        data-autofocus
      />
      {error ? <ProblemNotice error={error} /> : null}
    </FormDialog>
  );
}
