import type { Notification } from '@engawa/contracts';
import { Button } from '@mantine/core';
import {
  IconAlarm,
  IconAt,
  IconBell,
  IconChecklist,
  IconChecks,
  IconMessage,
  IconMoodSmile,
} from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { postPath } from '../../shared/address/post-address';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { Face } from '../../shared/ui/face';
import { PageFrame } from '../../shared/ui/page-frame';
import { RelativeTime } from '../../shared/ui/relative-time';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { showFailure } from '../../shared/ui/toast.store';
import {
  useGetUnreadCountQuery,
  useListNotificationsInfiniteQuery,
  useMarkNotificationReadMutation,
  useMarkNotificationsReadMutation,
} from './notifications.api';
import { notificationTexts } from './notifications.messages';
import style from './notifications.module.css';

/** What concerns the signed-in staff, newest first, ten a page (NTF-2). */
export function NotificationsPage() {
  const say = useTexts(notificationTexts);
  const problemText = useProblemText();
  const list = useListNotificationsInfiniteQuery();
  const { data: unread = 0 } = useGetUnreadCountQuery();
  const [readAll, reading] = useMarkNotificationsReadMutation();
  const [readOne] = useMarkNotificationReadMutation();
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const fail = (error: unknown) => showFailure(problemText(error));
  return (
    <PageFrame
      title={say('notifications.title')}
      width={720}
      aside={
        <Button
          variant="default"
          disabled={unread === 0}
          loading={reading.isLoading}
          leftSection={<IconChecks size={18} stroke={1.5} aria-hidden="true" />}
          onClick={() => void readAll({}).unwrap().catch(fail)}
        >
          {say('notifications.readAll')}
        </Button>
      }
    >
      {list.isLoading ? <ListSkeleton rows={6} /> : null}
      {list.isError && !list.data ? (
        <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.isSuccess && items.length === 0 ? (
        <EmptyState icon={<IconBell size={40} stroke={1.2} />} title={say('notifications.empty')}>
          {say('notifications.empty.text')}
        </EmptyState>
      ) : null}
      <ul className={style.list}>
        {items.map((item) => (
          <Row
            key={item.id}
            item={item}
            onRead={() => {
              if (!item.read) void readOne(item.id).unwrap().catch(fail);
            }}
          />
        ))}
      </ul>
      {list.hasNextPage ? (
        <Older busy={list.isFetchingNextPage} onReach={() => void list.fetchNextPage()} />
      ) : items.length > 10 ? (
        <p className={style.end}>{say('notifications.end')}</p>
      ) : null}
    </PageFrame>
  );
}

const icons = {
  comment: IconMessage,
  mention: IconAt,
  reaction: IconMoodSmile,
  taskAssigned: IconChecklist,
  taskStatus: IconChecklist,
  taskDue: IconAlarm,
} as const;

function Row({ item, onRead }: { item: Notification; onRead: () => void }) {
  const say = useTexts(notificationTexts);
  const common = useTexts(commonTexts);
  const name = item.actor?.displayName ?? say('notifications.somebody');
  const Icon = icons[item.kind];
  return (
    <li>
      <Link
        to={postPath({ kind: 'all' }, item.postId, { comments: true, commentId: item.commentId })}
        className={`${style.row} ${item.read ? '' : style.fresh}`}
        onClick={onRead}
      >
        <span className={style.face}>
          <Face
            id={item.actor?.id ?? 'system'}
            name={name}
            photoUrl={item.actor?.thumbPhotoUrl}
            size={40}
          />
          <span className={style.kind}>
            <Icon size={14} stroke={1.75} aria-hidden="true" />
          </span>
        </span>
        <span className={style.text}>
          <span className={style.what}>
            {say.rich(`notifications.${item.kind}`, {
              name,
              emoji: item.emoji ?? '',
              status: item.taskStatus ? common(`common.status.${item.taskStatus}`) : '',
              b: (chunks) => <strong key="who">{chunks}</strong>,
            })}
          </span>
          <span className={style.excerpt}>{item.excerpt}</span>
        </span>
        <span className={style.when}>
          <RelativeTime at={item.createdAt} />
          {item.read ? null : (
            <i className={style.dot} role="img" aria-label={say('notifications.unread')} />
          )}
        </span>
      </Link>
    </li>
  );
}

function Older({ busy, onReach }: { busy: boolean; onReach: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  const reach = useRef(onReach);
  useEffect(() => {
    reach.current = onReach;
  });
  useEffect(() => {
    if (busy || !mark.current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) reach.current();
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [busy]);
  return <div ref={mark}>{busy ? <ListSkeleton rows={2} /> : null}</div>;
}
