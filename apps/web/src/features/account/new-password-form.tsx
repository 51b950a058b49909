import '@mantine/core/styles/PasswordInput.css';
import { Button, PasswordInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../shared/intl/messages';
import { fieldText, problemFrom } from '../../shared/problem/api-problem';
import { EntranceForm } from '../../shared/ui/entrance-frame';
import { ProblemNotice } from '../../shared/ui/states';
import { accountTexts } from './account.messages';

/** Shortest password (specification, section 5). */
const SHORTEST = 8;

/** A new password, typed twice. */
export function NewPasswordForm(props: {
  /** Of the account, for password managers. */
  email: string;
  busy: boolean;
  error: unknown;
  onSubmit: (password: string) => void;
  children?: ReactNode;
}) {
  const say = useTexts(accountTexts);
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [checked, setChecked] = useState(false);
  const short = password.length < SHORTEST;
  const differs = again !== password;
  const submit = () => {
    setChecked(true);
    if (!short && !differs) props.onSubmit(password);
  };
  const toggle = { 'aria-label': say('account.password.show'), size: 'md' } as const;
  const serverWord = props.error ? fieldText(problemFrom(props.error), 'newPassword') : null;
  return (
    <EntranceForm onSubmit={submit}>
      {props.error && !serverWord ? <ProblemNotice error={props.error} /> : null}
      <input
        type="email"
        name="username"
        autoComplete="username"
        value={props.email}
        readOnly
        hidden
      />
      <PasswordInput
        label={say('account.password.new')}
        autoComplete="new-password"
        size="md"
        value={password}
        error={(checked && short ? say('account.password.short') : null) ?? serverWord}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={toggle}
        autoFocus
      />
      <PasswordInput
        label={say('account.password.again')}
        autoComplete="new-password"
        size="md"
        value={again}
        error={checked && !short && differs ? say('account.password.differs') : null}
        onChange={(event) => setAgain(event.currentTarget.value)}
        visibilityToggleButtonProps={toggle}
      />
      <Button type="submit" size="md" fullWidth loading={props.busy}>
        {say('account.submit.action')}
      </Button>
      {props.children}
    </EntranceForm>
  );
}
