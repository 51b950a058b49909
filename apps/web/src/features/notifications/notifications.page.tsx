import type { NotificationGroup } from '@engawa/contracts';
import { ActionIcon, Button } from '@mantine/core';
import {
  IconAlarm,
  IconAt,
  IconBell,
  IconCheck,
  IconChecklist,
  IconChecks,
  IconMessage,
  IconMoodSmile,
  IconSettings,
} from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { postPath } from '../../shared/address/post-address';
import { StaffFace } from '../../shared/directory/person-face';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { FaceStack } from '../../shared/ui/face';
import { NearEnd } from '../../shared/ui/near-end';
import { PageFrame } from '../../shared/ui/page-frame';
import { RelativeTime } from '../../shared/ui/relative-time';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { showFailure } from '../../shared/ui/toast.store';
import { useNarrow } from '../../shared/ui/use-wide';
import {
  useListNotificationGroupsInfiniteQuery,
  useMarkNotificationsReadMutation,
} from './notification-list.api';
import { richWords } from './notification-words';
import { useGetUnreadCountQuery } from './notifications.api';
import { notificationTexts } from './notifications.messages';
import style from './notifications.module.css';

/** What concerns the signed-in staff, one entry a post, newest first, ten a page (NTF-2). */
export function NotificationsPage() {
  const say = useTexts(notificationTexts);
  const problemText = useProblemText();
  const narrow = useNarrow();
  const list = useListNotificationGroupsInfiniteQuery();
  const { data: unread = 0 } = useGetUnreadCountQuery();
  const [read, reading] = useMarkNotificationsReadMutation();
  const groups = list.data?.pages.flatMap((page) => page.items) ?? [];
  const mark = (which: { postId?: string }) =>
    void read(which)
      .unwrap()
      .catch((error: unknown) => showFailure(problemText(error)));
  const all = say('notifications.readAll');
  const done = <IconChecks size={18} stroke={1.5} aria-hidden="true" />;
  return (
    <PageFrame
      title={say('notifications.title')}
      width={720}
      aside={
        <>
          {narrow ? (
            <ActionIcon
              size={44}
              disabled={unread === 0}
              aria-label={all}
              title={all}
              onClick={() => mark({})}
            >
              {done}
            </ActionIcon>
          ) : (
            <Button
              variant="default"
              disabled={unread === 0}
              loading={reading.isLoading && reading.originalArgs?.postId === undefined}
              leftSection={done}
              onClick={() => mark({})}
            >
              {all}
            </Button>
          )}
          <ActionIcon
            component={Link}
            to={paths.notificationSetting}
            size={narrow ? 44 : 36}
            aria-label={say('notifications.settings')}
            title={say('notifications.settings')}
          >
            <IconSettings size={20} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
        </>
      }
    >
      {list.isLoading ? <ListSkeleton rows={6} /> : null}
      {list.isError && !list.data ? (
        <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.isSuccess && groups.length === 0 ? (
        <EmptyState
          icon={<IconBell size={40} stroke={1.2} />}
          title={say('notifications.empty')}
          action={
            <Button component={Link} to={paths.notificationSetting} variant="default">
              {say('notifications.settings')}
            </Button>
          }
        >
          {say('notifications.empty.text')}
        </EmptyState>
      ) : null}
      <ul className={style.list}>
        {groups.map((group) => (
          <Row key={group.postId} group={group} onRead={() => mark({ postId: group.postId })} />
        ))}
      </ul>
      {list.hasNextPage ? (
        <>
          {list.isFetchingNextPage ? <ListSkeleton rows={2} /> : null}
          <NearEnd active={!list.isFetching} onReach={() => void list.fetchNextPage()} />
        </>
      ) : groups.length > 10 ? (
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
  taskUnassigned: IconChecklist,
  taskStatus: IconChecklist,
  taskDue: IconAlarm,
} as const;

function Row({ group, onRead }: { group: NotificationGroup; onRead: () => void }) {
  const say = useTexts(notificationTexts);
  const narrow = useNarrow();
  const intl = useIntl();
  const { latest, unreadCount } = group;
  const Icon = icons[latest.kind];
  const fresh = unreadCount > 0;
  return (
    <li className={`${style.row} ${fresh ? style.fresh : ''}`} data-group={group.postId}>
      <Link
        to={postPath({ kind: 'all' }, latest.postId, {
          comments: true,
          commentId: latest.commentId,
        })}
        className={style.link}
        onClick={() => (fresh ? onRead() : undefined)}
      >
        <span className={style.face}>
          <Actors group={group} />
          <span className={style.kind}>
            <Icon size={14} stroke={1.75} aria-hidden="true" />
          </span>
        </span>
        <span className={style.text}>
          <span className={style.what}>{richWords(intl, latest)}</span>
          <span className={style.excerpt}>{latest.excerpt}</span>
          {group.count > 1 ? (
            <span className={style.more}>
              {say('notifications.group', { count: group.count > 99 ? '99+' : group.count })}
            </span>
          ) : null}
        </span>
        <span className={style.when}>
          <RelativeTime at={latest.createdAt} />
          {fresh ? (
            <i
              className={style.dot}
              role="img"
              aria-label={say('notifications.unread', { count: unreadCount })}
            >
              {unreadCount > 1 ? (unreadCount > 9 ? '9+' : unreadCount) : ''}
            </i>
          ) : null}
        </span>
      </Link>
      {fresh ? (
        <ActionIcon
          className={style.read}
          size={narrow ? 44 : 32}
          aria-label={say('notifications.readOne')}
          title={say('notifications.readOne')}
          onClick={onRead}
        >
          <IconCheck size={18} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      ) : null}
    </li>
  );
}

/** The faces of those who did it; for the system itself there is none. */
function Actors({ group }: { group: NotificationGroup }) {
  const { actors } = group;
  const [first] = actors;
  if (!first) return <span className={style.nobody} aria-hidden="true" />;
  const face = (actor: typeof first, size: number) => (
    <StaffFace key={actor.id} staff={actor} size={size} />
  );
  if (actors.length === 1) return face(first, 40);
  return <FaceStack>{actors.slice(0, 2).map((actor) => face(actor, 26))}</FaceStack>;
}
