import type { Staff } from '@engawa/contracts';
import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSafeEdit } from '../../shared/edit/use-safe-edit';
import { useTexts } from '../../shared/intl/messages';
import { fieldText, problemFrom } from '../../shared/problem/api-problem';
import { confirm } from '../../shared/feedback/confirm.store';
import { Note } from '../../shared/display/note';
import { FormDialog, useClose } from '../../shared/form/form-dialog';
import { HeldFields } from '../../shared/form/held-fields';
import { ProblemNotice } from '../../shared/feedback/states';
import { showToast } from '../../shared/feedback/toast.store';
import { useUpdateEmailByGodMutation } from './god.api';
import { godTexts } from './god.messages';
import { looksLikeEmail } from './god.rules';

/** Changes the sign-in address of a staff member after a confirmation (IDN-10). */
export function EmailDialog(props: { spaceId: string; staff: Staff; onClose: () => void }) {
  const t = useTexts(godTexts);
  const { staff, onClose } = props;
  const close = useClose(onClose);
  const [checked, setChecked] = useState(false);
  const [update] = useUpdateEmailByGodMutation();
  const { fields, setFields, busy, error, save } = useSafeEdit({
    thing: null,
    fieldsOf: () => ({ email: '' }),
    send: ({ email }) =>
      update({ spaceId: props.spaceId, staffId: staff.id, email: email.trim() }).unwrap(),
  });
  const problem = error ? problemFrom(error) : null;
  const after = fields.email.trim();
  const wrong = !looksLikeEmail(after)
    ? t('god.form.email.wrong')
    : after === staff.email
      ? t('god.email.same')
      : null;

  const submit = async () => {
    setChecked(true);
    if (wrong) return;
    const yes = await confirm({
      title: t('god.email.confirm', { name: staff.displayName }),
      text: t('god.email.confirm.text', { before: staff.email, after }),
      action: t('god.email.action'),
      danger: true,
    });
    if (!yes || !(await save()).done) return;
    showToast(t('god.email.done'));
    close();
  };

  return (
    <FormDialog
      title={t('god.email.title')}
      size={460}
      action={t('god.email.action')}
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Note>{t('god.email.text', { name: staff.displayName })}</Note>
      <Stack component="p" gap={0}>
        <small>{t('god.email.now')}</small>
        {staff.email}
      </Stack>
      <HeldFields busy={busy}>
        <TextInput
          label={t('god.email.next')}
          type="email"
          autoComplete="off"
          required
          data-autofocus
          value={fields.email}
          error={(checked ? wrong : null) ?? fieldText(problem, 'email')}
          onChange={(event) => setFields({ email: event.currentTarget.value })}
        />
      </HeldFields>
      {problem && !fieldText(problem, 'email') ? <ProblemNotice error={problem} /> : null}
    </FormDialog>
  );
}
