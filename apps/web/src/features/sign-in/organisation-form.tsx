import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../../shared/intl/messages';
import { ProblemNotice } from '../../shared/feedback/states';
import { useBeginOidcSignInMutation } from './organisation.api';
import { signInTexts } from './sign-in.messages';
import { rememberSpace, spaceName } from './sign-in.rules';

/**
 * Leads to the sign-in page of a space's organisation. Without a `space` it first asks for its
 * name; `primary` if this is the main way to sign in.
 */
export function OrganisationForm(props: { space: string; from: string; primary: boolean }) {
  const t = useTexts(signInTexts);
  const [begin, { isLoading, error }] = useBeginOidcSignInMutation();
  const [name, setName] = useState(props.space);
  const [asked, setAsked] = useState(false);
  const [checked, setChecked] = useState(false);
  const known = props.space !== '' && !asked;

  const go = async () => {
    setChecked(true);
    const space = spaceName(name);
    if (space === '') return;
    const answer = await begin({ space, from: props.from });
    if (!answer.data) return;
    rememberSpace(space);
    window.location.assign(answer.data.authorizationUrl);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void go();
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={12}>
        {error ? <ProblemNotice error={error} /> : null}
        {asked ? (
          <TextInput
            label={t('signIn.space')}
            description={t('signIn.space.help')}
            name="space"
            autoComplete="organization"
            autoCapitalize="none"
            spellCheck={false}
            size="md"
            value={name}
            error={checked && spaceName(name) === '' ? t('signIn.space.form') : null}
            onChange={(event) => setName(event.currentTarget.value)}
            autoFocus
          />
        ) : null}
        <Button
          // Two buttons: one that became a submit button during the click would submit immediately.
          key={asked ? 'submit' : 'button'}
          type={asked ? 'submit' : 'button'}
          onClick={asked ? undefined : () => (known ? void go() : setAsked(true))}
          size="md"
          fullWidth
          variant={props.primary ? 'filled' : 'default'}
          loading={isLoading}
          leftSection={<IconBuilding size={18} stroke={1.5} aria-hidden="true" />}
        >
          {t('signIn.organisation')}
        </Button>
        {known ? (
          <Group component="p" justify="space-between" gap="4px 12px" px={4} fz="sm" c="dimmed">
            <span>{t('signIn.space.known', { name: props.space })}</span>
            <button type="button" className="engawa-tool" onClick={() => setAsked(true)}>
              {t('signIn.space.other')}
            </button>
          </Group>
        ) : null}
      </Stack>
    </form>
  );
}
