import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import type { AuthorizationCheck, Permission } from '@engawa/contracts';
import { Box, Button, Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useTexts } from '../../shared/intl/messages';
import { useSession } from '../../shared/session/use-session';
import { EntranceFrame } from '../../shared/layout/entrance-frame';
import { usePageTitle } from '../../shared/layout/page-frame';
import { ProblemNotice, Waiting } from '../../shared/feedback/states';
import { problemFrom } from '../../shared/problem/api-problem';
import { useAuthorizeAssistantMutation, useCheckAuthorizationQuery } from './assistants.api';
import { assistantTexts } from './assistants.messages';
import { Note } from '../../shared/display/note';
import layout from '../../shared/layout/common.module.css';
import { Card } from '../../shared/layout/card';

type Ask = NonNullable<AuthorizationCheck['ask']>;

const leave = (address: string) => window.location.assign(address);

/** What an assistant may see and do, before it is connected (API-5). */
export function ConsentPage() {
  const t = useTexts(assistantTexts);
  const { search } = useLocation();
  const query = search.slice(1);
  const { data, error, refetch } = useCheckAuthorizationQuery(query);
  usePageTitle(t('consent.title'));
  // It stays unknown, however often it is asked about.
  const isUnknown = problemFrom(error).code === 'identity.assistant.unknown-program';
  return (
    <EntranceFrame
      name={
        <Text component="h1" size="xl" fw={600} mt={16}>
          {t('consent.title')}
        </Text>
      }
    >
      {error ? (
        <Stack gap={16}>
          <ProblemNotice error={error} onRetry={isUnknown ? undefined : () => void refetch()} />
          <Button component={Link} to={paths.timeline} variant="default">
            {t('consent.home')}
          </Button>
        </Stack>
      ) : null}
      {!data && !error ? <Waiting /> : null}
      {data?.ask ? <Consent ask={data.ask} query={query} denied={data.redirectTo} /> : null}
      {data && !data.ask ? (
        <Card className={layout.form}>
          <p role="alert">{t('consent.wrong')}</p>
          <Button variant="default" onClick={() => leave(data.redirectTo)}>
            {t('consent.back')}
          </Button>
        </Card>
      ) : null}
    </EntranceFrame>
  );
}

function Consent({ ask, query, denied }: { ask: Ask; query: string; denied: string }) {
  const t = useTexts(assistantTexts);
  const { staff, space } = useSession();
  const [readOnly, setReadOnly] = useState(false);
  const [authorize, { isLoading, error }] = useAuthorizeAssistantMutation();
  const writes = ask.scopes.filter((scope) => scope.endsWith('.write'));
  const allow = async () => {
    const answer = await authorize({ query, readOnly });
    if (answer.data) leave(answer.data.redirectTo);
  };
  return (
    <Card className={layout.form}>
      <p>
        {t('consent.lead', {
          name: ask.name,
          staff: staff.displayName,
          space: space.displayName,
        })}
      </p>
      <Note>{t('consent.unchecked')}</Note>
      <Scopes
        title={t('consent.sees')}
        scopes={ask.scopes.filter((scope) => !writes.includes(scope))}
      />
      {writes.length > 0 && !readOnly ? <Scopes title={t('consent.does')} scopes={writes} /> : null}
      {writes.length > 0 ? (
        <Checkbox
          label={t('consent.readOnly')}
          checked={readOnly}
          onChange={(event) => setReadOnly(event.currentTarget.checked)}
        />
      ) : null}
      <Note>{t('consent.leaves')}</Note>
      <Note>{t('consent.never')}</Note>
      <Note>
        {t('consent.goes')}: <strong>{ask.host}</strong>
      </Note>
      {error ? <ProblemNotice error={error} /> : null}
      <Stack gap={8}>
        <Button size="md" loading={isLoading} onClick={() => void allow()}>
          {t('consent.allow')}
        </Button>
        <Button variant="default" onClick={() => leave(denied)}>
          {t('consent.deny')}
        </Button>
      </Stack>
    </Card>
  );
}

function Scopes({ title, scopes }: { title: string; scopes: readonly Permission[] }) {
  const t = useTexts(assistantTexts);
  return (
    <section>
      <h2>{title}</h2>
      <Box component="ul" pl={20} lh={1.75} style={{ listStyle: 'disc' }}>
        {scopes.map((scope) => (
          <li key={scope}>{t(`assistants.scope.${scope}` as keyof typeof assistantTexts)}</li>
        ))}
      </Box>
    </section>
  );
}
