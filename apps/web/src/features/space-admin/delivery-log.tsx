import type { Delivery } from '@engawa/contracts';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { clockTime, exactDateTime, shortDate } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { LoadMore } from '../../shared/list/load-more';
import { ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { reasonOf } from './webhook-events.rules';
import { useListDeliveriesInfiniteQuery, useRedeliverMutation } from './webhooks.api';
import { eventWords, webhookTexts } from './webhooks.messages';
import { Note } from '../../shared/display/note';
import { Pill } from '../../shared/display/pill';
import { Row, RowList, RowPair } from '../../shared/list/row-list';

/** Polling interval while the log is open. */
const POLL_MS = 4_000;

/** Deliveries of a webhook or chat, newest first, with state, answer and attempts. */
export function DeliveryLog({ target, isChat }: { target: string; isChat?: boolean }) {
  const t = useTexts(webhookTexts);
  const list = useListDeliveriesInfiniteQuery(target, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const deliveries = list.data?.pages.flatMap((page) => page.items);
  if (list.isError && !deliveries) {
    return <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (!deliveries) return <ListSkeleton rows={2} />;
  if (deliveries.length === 0) return <Note>{t('webhooks.log.empty')}</Note>;
  return (
    <>
      <RowList label={t('webhooks.log')}>
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} isChat={isChat ?? false} />
        ))}
      </RowList>
      <LoadMore list={list} variant="subtle" size="compact-sm">
        {t('webhooks.log.more')}
      </LoadMore>
    </>
  );
}

const tones = { waiting: 'work', succeeded: 'good', failed: 'bad' } as const;

function DeliveryRow({ delivery, isChat }: { delivery: Delivery; isChat: boolean }) {
  const t = useTexts(webhookTexts);
  const intl = useIntl();
  const problemText = useProblemText();
  const [redeliver, { isLoading }] = useRedeliverMutation();
  const { state, attempts, lastStatus, lastError, nextAttemptAt, createdAt } = delivery;
  const words = eventWords(delivery.event);
  const event = words ? t(words) : delivery.event;
  const reason = reasonOf(lastError);
  const answer = lastStatus !== null ? `HTTP ${lastStatus}` : reason ? t(`reason.${reason}`) : '';
  const time = `${shortDate(intl, createdAt)} ${clockTime(intl, createdAt)}`;
  // Delivered chat messages are not stored, so they cannot be sent again.
  const repeatable = !(isChat && state === 'succeeded');
  const again = () =>
    redeliver(delivery)
      .unwrap()
      .then(
        () => void showToast(t('webhooks.log.again.done')),
        (error: unknown) => void showFailure(problemText(error)),
      );
  return (
    <Row
      columns="76px minmax(0, 1.2fr) minmax(0, 1fr) auto"
      narrow="76px minmax(0, 1fr)"
      folds
      data-state={state}
    >
      <Pill tone={tones[state]}>{t(`webhooks.log.state.${state}`)}</Pill>
      <RowPair>
        <span>{event}</span>
        <small>
          <time dateTime={createdAt} data-tip={exactDateTime(intl, createdAt)}>
            {time}
          </time>
        </small>
      </RowPair>
      <RowPair>
        {answer ? <span data-tip={lastError ?? undefined}>{answer}</span> : null}
        <small>
          {t('webhooks.log.attempts', { count: attempts })}
          {state === 'waiting' && attempts > 0 && nextAttemptAt
            ? ` · ${t('webhooks.log.next', { time: clockTime(intl, nextAttemptAt) })}`
            : ''}
        </small>
      </RowPair>
      {repeatable ? (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          loading={isLoading}
          leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden="true" />}
          aria-label={t('webhooks.log.again.of', { event, time })}
          onClick={() => void again()}
        >
          {t('webhooks.log.again')}
        </Button>
      ) : null}
    </Row>
  );
}
