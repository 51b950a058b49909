import type { Staff } from '@engawa/contracts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../shared/intl/messages';
import { fieldText, problemFrom } from '../../shared/problem/api-problem';
import { confirm } from '../../shared/ui/confirm.store';
import { DialogText, FormDialog } from '../../shared/ui/form-dialog';
import { ProblemNotice } from '../../shared/ui/states';
import { showToast } from '../../shared/ui/toast.store';
import { useUpdateEmailByGodMutation } from './god.api';
import { godTexts } from './god.messages';
import style from './god.module.css';
import { looksLikeEmail } from './god.rules';

/** Changes the sign-in address of a staff member after a confirmation (IDN-10). */
export function EmailDialog(props: { spaceId: string; staff: Staff; onClose: () => void }) {
  const say = useTexts(godTexts);
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

  const submit = async () => {
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
    <FormDialog
      title={say('god.email.title')}
      size={460}
      action={say('god.email.action')}
      busy={isLoading}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <DialogText>{say('god.email.text', { name: staff.displayName })}</DialogText>
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
    </FormDialog>
  );
}
