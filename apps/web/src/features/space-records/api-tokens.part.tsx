import type { ApiToken } from '@engawa/contracts';
import { Button, Group, Box } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { shortDate } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { integrationOf } from './space-records.rules';
import { StaffAvatar } from '../../shared/avatar/person-avatar';
import { useListStaffsQuery } from '../../shared/directory/directory.api';
import { useCan, useSession } from '../../shared/session/use-session';
import { confirm } from '../../shared/feedback/confirm.store';
import { NoPermission } from '../../shared/feedback/no-permission';
import { NewSecret } from '../../shared/form/new-secret';
import { SettingPage } from '../../shared/layout/setting-page';
import { useMounted } from '../../shared/layout/use-mounted';
import { RelativeTime } from '../../shared/display/relative-time';
import { Row, RowList, RowPair } from '../../shared/list/row-list';
import { Note } from '../../shared/display/note';
import { ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import {
  useListApiTokensQuery,
  useRevokeApiTokenMutation,
  useTakeOverApiTokenMutation,
} from '../../shared/directory/api-tokens.api';
import { spaceRecordTexts } from './space-records.messages';
import { TokenDialog } from './token-dialog';
import { TokenForm } from './token-form';

/** API tokens of the space: create, last use, revoke (IDN-11). */
export function ApiTokensPart() {
  const t = useTexts(spaceRecordTexts);
  const can = useCan();
  if (can('apiToken.manage')) return <Tokens />;
  return (
    <SettingPage title={t('tokens.title')}>
      <NoPermission title={t('records.denied')}>{t('records.denied.text')}</NoPermission>
    </SettingPage>
  );
}

function Tokens() {
  const t = useTexts(spaceRecordTexts);
  const { data, isLoading, error, refetch } = useListApiTokensQuery();
  // Null unless the form was opened; false gives the focus back to the button, which was away.
  const [adding, setAdding] = useState<boolean | null>(null);
  const isMounted = useMounted();
  const [made, setMade] = useState<string | null>(null);
  return (
    <SettingPage wide title={t('tokens.title')} lead={t('tokens.lead')}>
      {made ? (
        <NewSecret
          title={t('tokens.made')}
          secret={made}
          copy={t('tokens.copy')}
          copied={t('tokens.copied')}
          onClose={() => setMade(null)}
        >
          <p>{t('tokens.made.text')}</p>
        </NewSecret>
      ) : null}
      {isLoading ? <ListSkeleton rows={3} /> : null}
      {error && !data ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? <Note>{t('tokens.empty')}</Note> : null}
      {data && data.length > 0 ? (
        <RowList>
          {data.map((token) => (
            <Token key={token.id} token={token} />
          ))}
        </RowList>
      ) : null}
      <Box mt="md">
        {adding ? (
          <TokenForm
            onClose={() => setAdding(false)}
            onMade={(token) => {
              if (!isMounted()) showFailure(t('tokens.unseen'));
              setAdding(null);
              setMade(token);
            }}
          />
        ) : (
          <Button
            autoFocus={adding === false}
            leftSection={<IconPlus size={18} stroke={1.5} aria-hidden="true" />}
            onClick={() => {
              setMade(null);
              setAdding(true);
            }}
          >
            {t('tokens.add')}
          </Button>
        )}
      </Box>
    </SettingPage>
  );
}

function Token({ token }: { token: ApiToken }) {
  const t = useTexts(spaceRecordTexts);
  const intl = useIntl();
  const problemText = useProblemText();
  const [revoke, { isLoading }] = useRevokeApiTokenMutation();
  const [takeOver, taking] = useTakeOverApiTokenMutation();
  const session = useSession();
  const { data: staffs = [] } = useListStaffsQuery();
  const keeper = staffs.find((staff) => staff.id === token.createdBy);
  const isOthers = keeper !== undefined && keeper.id !== session.staff.id;
  const [now] = useState(() => Date.now());
  const [open, setOpen] = useState(false);
  const { id, name, hint, scopes, expiresAt, lastUsedAt } = token;
  const life = !expiresAt
    ? t('tokens.life.never')
    : Date.parse(expiresAt) < now
      ? t('tokens.ended')
      : t('tokens.until', { date: shortDate(intl, expiresAt) });
  const end = async () => {
    const yes = await confirm({
      title: t('tokens.revoke.title', { name }),
      text: t('tokens.revoke.text'),
      action: t('tokens.revoke'),
      danger: true,
    });
    if (!yes) return;
    await revoke(id)
      .unwrap()
      .then(
        () => void showToast(t('tokens.revoked', { name })),
        (error: unknown) => void showFailure(problemText(error)),
      );
  };
  const take = async () => {
    const yes = await confirm({
      title: t('tokens.takeOver.of', { name }),
      text: t('tokens.takeOver.text'),
      action: t('tokens.takeOver'),
    });
    if (!yes) return;
    await takeOver(id)
      .unwrap()
      .then(
        () => void showToast(t('tokens.takeOver.done', { name })),
        (error: unknown) => void showFailure(problemText(error)),
      );
  };
  return (
    <Row
      folds
      columns="36px minmax(0, 1.4fr) minmax(0, 1fr) minmax(248px, auto)"
      narrow="36px minmax(0, 1fr)"
    >
      <StaffAvatar staff={integrationOf(token)} size={36} />
      <RowPair>
        <strong>{name}</strong>
        <small data-tip={scopes.join(', ')}>
          …{hint} · {t('tokens.count', { count: scopes.length })} · {life}
        </small>
        {isOthers ? (
          <small>
            {t(keeper.deactivated ? 'tokens.orphan' : 'tokens.keeper', {
              name: keeper.displayName,
            })}
          </small>
        ) : null}
      </RowPair>
      <RowPair>
        <small>{t('tokens.used')}</small>
        {lastUsedAt ? <RelativeTime at={lastUsedAt} /> : t('tokens.used.never')}
      </RowPair>
      <Group gap="xs" justify="flex-end">
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('tokens.open.of', { name })}
          onClick={() => setOpen(true)}
        >
          {t('tokens.open')}
        </Button>
        {isOthers ? (
          <Button
            variant="default"
            size="compact-sm"
            loading={taking.isLoading}
            aria-label={t('tokens.takeOver.of', { name })}
            onClick={() => void take()}
          >
            {t('tokens.takeOver')}
          </Button>
        ) : null}
        <Button
          variant="default"
          size="compact-sm"
          loading={isLoading}
          aria-label={t('tokens.revoke.of', { name })}
          onClick={() => void end()}
        >
          {t('tokens.revoke')}
        </Button>
      </Group>
      {open ? <TokenDialog token={token} onClose={() => setOpen(false)} /> : null}
    </Row>
  );
}
