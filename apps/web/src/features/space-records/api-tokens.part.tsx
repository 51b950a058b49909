import type { ApiToken } from '@engawa/contracts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { shortDate } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { useCan } from '../../shared/session/use-session';
import { confirm } from '../../shared/ui/confirm.store';
import { Denied } from '../../shared/ui/denied';
import { MadeSecret } from '../../shared/ui/made-secret';
import { Part } from '../../shared/ui/part';
import { RelativeTime } from '../../shared/ui/relative-time';
import { NoRows, Row, RowList, RowPair } from '../../shared/ui/row-list';
import { ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { showFailure, showToast } from '../../shared/ui/toast.store';
import { useListApiTokensQuery, useRevokeApiTokenMutation } from './space-records.api';
import { spaceRecordTexts } from './space-records.messages';
import style from './space-records.module.css';
import { TokenForm } from './token-form';

/** API tokens of the space: create, last use, revoke (IDN-11). */
export function ApiTokensPart() {
  const say = useTexts(spaceRecordTexts);
  const can = useCan();
  if (can('apiToken.manage')) return <Tokens />;
  return <Denied title={say('records.denied')}>{say('records.denied.text')}</Denied>;
}

function Tokens() {
  const say = useTexts(spaceRecordTexts);
  const { data, isLoading, error, refetch } = useListApiTokensQuery();
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  return (
    <Part title={say('tokens.title')} lead={say('tokens.lead')}>
      {made ? (
        <MadeSecret
          title={say('tokens.made')}
          secret={made}
          copy={say('tokens.copy')}
          copied={say('tokens.copied')}
          onClose={() => setMade(null)}
        >
          <p>{say('tokens.made.text')}</p>
        </MadeSecret>
      ) : null}
      {isLoading ? <ListSkeleton rows={3} /> : null}
      {error && !data ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? <NoRows>{say('tokens.empty')}</NoRows> : null}
      {data && data.length > 0 ? (
        <RowList>
          {data.map((token) => (
            <Token key={token.id} token={token} />
          ))}
        </RowList>
      ) : null}
      <div className={style.below}>
        {adding ? (
          <TokenForm
            onClose={() => setAdding(false)}
            onMade={(token) => {
              setAdding(false);
              setMade(token);
            }}
          />
        ) : (
          <Button
            leftSection={<IconPlus size={18} stroke={1.5} aria-hidden="true" />}
            onClick={() => {
              setMade(null);
              setAdding(true);
            }}
          >
            {say('tokens.add')}
          </Button>
        )}
      </div>
    </Part>
  );
}

function Token({ token }: { token: ApiToken }) {
  const say = useTexts(spaceRecordTexts);
  const intl = useIntl();
  const problemText = useProblemText();
  const [revoke, { isLoading }] = useRevokeApiTokenMutation();
  const [now] = useState(() => Date.now());
  const { id, name, hint, scopes, expiresAt, lastUsedAt } = token;
  const life = !expiresAt
    ? say('tokens.life.never')
    : Date.parse(expiresAt) < now
      ? say('tokens.ended')
      : say('tokens.until', { date: shortDate(intl, expiresAt) });
  const end = async () => {
    const yes = await confirm({
      title: say('tokens.revoke.title', { name }),
      text: say('tokens.revoke.text'),
      action: say('tokens.revoke'),
      danger: true,
    });
    if (!yes) return;
    await revoke(id)
      .unwrap()
      .then(
        () => void showToast(say('tokens.revoked', { name })),
        (error: unknown) => void showFailure(problemText(error)),
      );
  };
  return (
    <Row className={style.token}>
      <RowPair>
        <strong>{name}</strong>
        <small title={scopes.join(', ')}>
          …{hint}・{say('tokens.count', { count: scopes.length })}・{life}
        </small>
      </RowPair>
      <RowPair>
        <small>{say('tokens.used')}</small>
        {lastUsedAt ? <RelativeTime at={lastUsedAt} /> : say('tokens.used.never')}
      </RowPair>
      <Button
        variant="default"
        size="compact-sm"
        loading={isLoading}
        aria-label={say('tokens.revoke.of', { name })}
        onClick={() => void end()}
      >
        {say('tokens.revoke')}
      </Button>
    </Row>
  );
}
