import type { Delivery } from '@engawa/contracts';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { clockTime, exactDateTime, shortDate } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { LoadMore } from '../../shared/ui/load-more';
import { ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { showFailure, showToast } from '../../shared/ui/toast.store';
import { reasonOf } from './webhook-events.rules';
import { useListDeliveriesInfiniteQuery, useRedeliverMutation } from './webhooks.api';
import { eventWords, webhookTexts } from './webhooks.messages';
import style from './webhooks.module.css';

/** Polling interval while the log is open. */
const ASK_AGAIN = 4_000;

/** Deliveries of a webhook or chat, newest first, with state, answer and attempts. */
export function DeliveryLog({ target, isChat }: { target: string; isChat?: boolean }) {
  const say = useTexts(webhookTexts);
  const list = useListDeliveriesInfiniteQuery(target, {
    pollingInterval: ASK_AGAIN,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const deliveries = list.data?.pages.flatMap((page) => page.items);
  if (list.isError && !deliveries) {
    return <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (!deliveries) return <ListSkeleton rows={2} />;
  if (deliveries.length === 0) return <p className={style.empty}>{say('webhooks.log.empty')}</p>;
  return (
    <>
      <ul className={style.log} aria-label={say('webhooks.log')}>
        {deliveries.map((delivery) => (
          <Line key={delivery.id} delivery={delivery} isChat={isChat ?? false} />
        ))}
      </ul>
      <LoadMore list={list} variant="subtle" size="compact-sm">
        {say('webhooks.log.more')}
      </LoadMore>
    </>
  );
}

function Line({ delivery, isChat }: { delivery: Delivery; isChat: boolean }) {
  const say = useTexts(webhookTexts);
  const intl = useIntl();
  const problemText = useProblemText();
  const [redeliver, { isLoading }] = useRedeliverMutation();
  const { state, attempts, lastStatus, lastError, nextAttemptAt, createdAt } = delivery;
  const words = eventWords(delivery.event);
  const event = words ? say(words) : delivery.event;
  const reason = reasonOf(lastError);
  const answer = lastStatus !== null ? `HTTP ${lastStatus}` : reason ? say(`reason.${reason}`) : '';
  const time = `${shortDate(intl, createdAt)} ${clockTime(intl, createdAt)}`;
  // Delivered chat messages are not stored, so they cannot be sent again.
  const repeatable = !(isChat && state === 'succeeded');
  const again = () =>
    redeliver(delivery)
      .unwrap()
      .then(
        () => void showToast(say('webhooks.log.again.done')),
        (error: unknown) => void showFailure(problemText(error)),
      );
  return (
    <li data-state={state}>
      <span className={style.state}>{say(`webhooks.log.state.${state}`)}</span>
      <span className={style.what}>
        <span>{event}</span>
        <time dateTime={createdAt} title={exactDateTime(intl, createdAt)}>
          {time}
        </time>
      </span>
      <span className={style.answer}>
        {answer ? <span title={lastError ?? undefined}>{answer}</span> : null}
        <small>
          {say('webhooks.log.attempts', { count: attempts })}
          {state === 'waiting' && attempts > 0 && nextAttemptAt
            ? `・${say('webhooks.log.next', { time: clockTime(intl, nextAttemptAt) })}`
            : ''}
        </small>
      </span>
      {repeatable ? (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          loading={isLoading}
          leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden="true" />}
          aria-label={say('webhooks.log.again.of', { event, time })}
          onClick={() => void again()}
        >
          {say('webhooks.log.again')}
        </Button>
      ) : null}
    </li>
  );
}
