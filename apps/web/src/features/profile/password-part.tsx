import '@mantine/core/styles/PasswordInput.css';
import { isShortPassword } from '@engawa/contracts';
import { PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { commonTexts } from '../../shared/intl/common.messages';
import { useSafeEdit } from '../../shared/edit/use-safe-edit';
import { useTexts } from '../../shared/intl/messages';
import { fieldText, problemFrom } from '../../shared/problem/api-problem';
import { useLostPasswordAnswer } from '../../shared/session/use-lost-password-answer';
import { useSession } from '../../shared/session/use-session';
import { ProblemNotice } from '../../shared/feedback/states';
import { showToast } from '../../shared/feedback/toast.store';
import { useChangePasswordMutation } from './profile.api';
import { Part } from '../../shared/layout/part';
import common from '../../shared/layout/common.module.css';
import { profileTexts } from './profile.messages';
import { SubmitButton } from '../../shared/form/submit-button';

const empty = { now: '', next: '', again: '' };

/** Changes the password with the current one; ends all other sessions (IDN-5). */
export function PasswordPart() {
  const t = useTexts(profileTexts);
  const words = useTexts(commonTexts);
  const { staff } = useSession();
  const [checked, setChecked] = useState(false);
  const [change] = useChangePasswordMutation();
  const explain = useLostPasswordAnswer();
  const { fields, setFields, busy, error, save } = useSafeEdit({
    thing: null,
    fieldsOf: () => empty,
    send: ({ now, next }) =>
      change({ currentPassword: now, newPassword: next })
        .unwrap()
        .catch((cause: unknown) => Promise.reject(explain(cause))),
  });
  const set = (part: Partial<typeof empty>) => setFields({ ...fields, ...part });
  const short = isShortPassword(fields.next);
  const differs = fields.again !== fields.next;
  const problem = error ? problemFrom(error) : null;
  const wrong = problem?.code === 'identity.password.wrong' ? problem.text : null;
  const toggle = { 'aria-label': words('common.reveal') } as const;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (fields.now === '' || short || differs) return;
    if (!(await save()).done) return;
    setFields(empty);
    setChecked(false);
    showToast(t('profile.password.done'));
  };

  return (
    <Part title={t('profile.password')} lead={t('profile.password.lead')}>
      <form
        className={common.form}
        style={{ maxWidth: 380 }}
        onSubmit={(event) => void submit(event)}
        noValidate
      >
        <input
          type="email"
          name="username"
          autoComplete="username"
          value={staff.email}
          readOnly
          hidden
        />
        <PasswordInput
          label={t('profile.password.now')}
          autoComplete="current-password"
          value={fields.now}
          error={(checked && fields.now === '' ? t('profile.required') : null) ?? wrong}
          visibilityToggleButtonProps={toggle}
          onChange={(event) => set({ now: event.currentTarget.value })}
        />
        <PasswordInput
          label={t('profile.password.new')}
          autoComplete="new-password"
          value={fields.next}
          error={
            (checked && short ? t('profile.password.short') : null) ??
            fieldText(problem, 'newPassword')
          }
          visibilityToggleButtonProps={toggle}
          onChange={(event) => set({ next: event.currentTarget.value })}
        />
        <PasswordInput
          label={t('profile.password.again')}
          autoComplete="new-password"
          value={fields.again}
          error={checked && !short && differs ? t('profile.password.differs') : null}
          visibilityToggleButtonProps={toggle}
          onChange={(event) => set({ again: event.currentTarget.value })}
        />
        {problem && !wrong ? <ProblemNotice error={problem} /> : null}
        <SubmitButton busy={busy}>{t('profile.password.action')}</SubmitButton>
      </form>
    </Part>
  );
}
