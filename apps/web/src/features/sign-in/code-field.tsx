import { TextInput } from '@mantine/core';
import { useTexts } from '../../shared/intl/messages';
import { signInTexts } from './sign-in.messages';

/** Field of the authenticator code or a recovery code (IDN-9). */
export function CodeField(props: { value: string; onChange: (code: string) => void }) {
  const t = useTexts(signInTexts);
  return (
    <TextInput
      label={t('signIn.code')}
      description={t('signIn.code.help')}
      name="code"
      autoComplete="one-time-code"
      size="md"
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      autoFocus
    />
  );
}
