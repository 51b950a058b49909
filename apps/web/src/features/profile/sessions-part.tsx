import { Button } from '@mantine/core';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { confirm } from '../../shared/feedback/confirm.store';
import { Pill } from '../../shared/display/pill';
import { RelativeTime } from '../../shared/display/relative-time';
import { ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import {
  useEndOtherSessionsMutation,
  useEndSessionMutation,
  useListOwnSessionsQuery,
} from './profile.api';
import { Row, RowList, RowPair } from '../../shared/list/row-list';
import { Part } from '../../shared/layout/part';
import { profileTexts } from './profile.messages';
import { deviceOf } from './user-agent.rules';

/** The caller's sessions, and signing out of them (IDN-5). */
export function SessionsPart() {
  const t = useTexts(profileTexts);
  const problemText = useProblemText();
  const { data, isLoading, error, refetch } = useListOwnSessionsQuery();
  const [end, endingOne] = useEndSessionMutation();
  const [endOthers, ending] = useEndOtherSessionsMutation();
  const fail = (cause: unknown) => void showFailure(problemText(cause));

  const endOne = (id: string) =>
    end(id)
      .unwrap()
      .then(() => void showToast(t('profile.sessions.ended')), fail);
  const endAll = async () => {
    const yes = await confirm({
      title: t('profile.sessions.others.title'),
      text: t('profile.sessions.others.text'),
      action: t('profile.sessions.end'),
    });
    if (!yes) return;
    await endOthers()
      .unwrap()
      .then(() => void showToast(t('profile.sessions.others.done')), fail);
  };

  return (
    <Part title={t('profile.sessions')}>
      {isLoading ? <ListSkeleton rows={2} /> : null}
      {error && !data ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <RowList>
          {data.map((session) => {
            const device = deviceOf(session.userAgent) ?? t('profile.sessions.unknown');
            return (
              <Row key={session.id} columns="minmax(0, 1fr) auto">
                <RowPair tip={session.userAgent}>
                  <span>{device}</span>
                  <small>
                    {t('profile.sessions.seen')} <RelativeTime at={session.lastSeenAt} />
                    {session.network ? ` · ${session.network}` : ''}
                  </small>
                </RowPair>
                {session.current ? (
                  <Pill tone="good">{t('profile.sessions.current')}</Pill>
                ) : (
                  <Button
                    variant="default"
                    size="compact-sm"
                    loading={endingOne.isLoading && endingOne.originalArgs === session.id}
                    aria-label={t('profile.sessions.end.of', { device })}
                    onClick={() => void endOne(session.id)}
                  >
                    {t('profile.sessions.end')}
                  </Button>
                )}
              </Row>
            );
          })}
        </RowList>
      ) : null}
      {data && data.length > 1 ? (
        <Button mt="md" variant="default" loading={ending.isLoading} onClick={() => void endAll()}>
          {t('profile.sessions.others')}
        </Button>
      ) : null}
    </Part>
  );
}
