import { ActionIcon, Box, Button, Text } from '@mantine/core';
import { IconBell, IconChecks, IconSettings } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { dayHeading } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import type { RowCommand } from '../../shared/rows/row-scope.store';
import { rowTexts } from '../../shared/rows/rows.messages';
import { PartHead } from '../../shared/display/part-head';
import { RowKeys } from '../../shared/rows/keys';
import { SelectionBar } from '../../shared/rows/selection-bar';
import { useRows } from '../../shared/rows/use-rows';
import { useSelection } from '../../shared/rows/use-selection';
import { useArrowKeys } from '../../shared/rows/use-arrow-keys';
import { NearEnd } from '../../shared/list/near-end';
import { PageFrame } from '../../shared/layout/page-frame';
import { FailedQueries } from '../../shared/feedback/part-problem';
import { EmptyState, ListSkeleton } from '../../shared/feedback/states';
import { showFailure } from '../../shared/feedback/toast.store';
import { useNarrow } from '../../shared/layout/use-wide';
import { partsOf, type ShownGroup } from './notification.rules';
import {
  useListNotificationGroupsInfiniteQuery,
  useListWaitingQuery,
  useMarkNotificationsReadMutation,
  useMarkNotificationsUnreadMutation,
} from './notification-list.api';
import { NotificationRow } from './notification-row';
import { useGetUnreadCountQuery } from './notifications.api';
import { notificationTexts } from './notifications.messages';
import style from './notifications.module.css';

/** The post open beside the list. */
export type OpenNotification = Pick<ShownGroup['latest'], 'postId' | 'commentId'>;

/** Notifications of the signed-in staff member by post: waiting ones, then the others (NTF-2). */
export function NotificationsPage(props: {
  /** The thread of a post in a pane. */
  pane: (open: OpenNotification, onClose: () => void) => ReactNode;
}) {
  const t = useTexts(notificationTexts);
  const problemText = useProblemText();
  const list = useListNotificationGroupsInfiniteQuery();
  const waitingList = useListWaitingQuery();
  const [read] = useMarkNotificationsReadMutation();
  const [unread] = useMarkNotificationsUnreadMutation();
  const [openId, setOpenId] = useState<string | null>(null);
  const { waiting, moves } = useMemo(
    () => partsOf(list.data?.pages.flatMap((page) => page.items) ?? [], waitingList.data ?? []),
    [list.data, waitingList.data],
  );
  const shown = useMemo(() => [...waiting, ...moves], [waiting, moves]);
  const ids = useMemo(() => shown.map(({ postId }) => postId), [shown]);
  const [selected, setSelected] = useSelection(ids);
  const tell = (work: Promise<unknown>) =>
    void work.catch((error: unknown) => showFailure(problemText(error)));
  const markRead = (postId?: string) => tell(read({ postId }).unwrap());
  const markUnread = (postId: string) => tell(unread(postId).unwrap());
  const open = (postId: string) => {
    setOpenId(postId);
    if (shown.some((group) => group.postId === postId && group.unreadCount > 0)) markRead(postId);
  };
  const commands = useCommands(
    (which) => which.forEach((postId) => markRead(postId)),
    (which) => which.forEach(markUnread),
  );
  useRows({ ids, selected, onSelect: setSelected, commands, onOpen: open });
  useArrowKeys(ids, openId, open);
  const opened = shown.find(({ postId }) => postId === openId)?.latest;
  const row = (group: ShownGroup) => (
    <NotificationRow
      key={group.postId}
      group={group}
      selected={selected.has(group.postId)}
      onRead={() => markRead(group.postId)}
      onUnread={() => markUnread(group.postId)}
    />
  );

  return (
    <PageFrame
      title={t('notifications.title')}
      reading
      aside={<PageTools onReadAll={() => markRead()} />}
    >
      {list.isLoading ? <ListSkeleton rows={6} /> : null}
      <FailedQueries of={[waitingList, list]} />
      {list.isSuccess && waitingList.data && shown.length === 0 ? (
        <EmptyState
          icon={<IconBell size={40} stroke={1.2} />}
          title={t('notifications.empty')}
          action={
            <Button component={Link} to={paths.notificationSetting} variant="default">
              {t('notifications.settings')}
            </Button>
          }
        >
          {t('notifications.empty.text')}
        </EmptyState>
      ) : null}
      <RowKeys value>
        {waiting.length > 0 ? (
          <section aria-label={t('notifications.waiting')} data-part="waiting">
            <PartHead waiting count={waiting.length}>
              {t('notifications.waiting')}
            </PartHead>
            <ul className={style.list}>{waiting.map(row)}</ul>
          </section>
        ) : null}
        {moves.length > 0 ? (
          <Box
            component="section"
            mt={waiting.length > 0 ? 20 : 0}
            aria-label={t('notifications.moves')}
            data-part="moves"
          >
            <PartHead>{t('notifications.moves')}</PartHead>
            <Days groups={moves} row={row} />
          </Box>
        ) : null}
      </RowKeys>
      {list.hasNextPage ? (
        <>
          {list.isFetchingNextPage ? <ListSkeleton rows={2} /> : null}
          <NearEnd list={list} />
        </>
      ) : shown.length > 10 ? (
        <Text size="sm" c="var(--e-faint)" p={24} ta="center">
          {t('notifications.end')}
        </Text>
      ) : null}
      <SelectionBar
        selected={selected}
        commands={commands}
        onClear={() => setSelected(new Set())}
      />
      {opened ? props.pane(opened, () => setOpenId(null)) : null}
    </PageFrame>
  );
}

function useCommands(
  onRead: (ids: readonly string[]) => void,
  onUnread: (ids: readonly string[]) => void,
): RowCommand[] {
  const t = useTexts(rowTexts);
  return [
    { name: 'read', words: t('rows.read'), run: onRead },
    { name: 'unread', words: t('rows.unread'), run: onUnread },
  ];
}

/** Groups by the day of their latest notification. */
function Days(props: { groups: readonly ShownGroup[]; row: (group: ShownGroup) => ReactNode }) {
  const intl = useIntl();
  const days = new Map<string, ShownGroup[]>();
  for (const group of props.groups) {
    const day = dayHeading(intl, group.latest.createdAt);
    days.set(day, [...(days.get(day) ?? []), group]);
  }
  return [...days].map(([day, groups]) => (
    <div key={day}>
      <Text component="h3" size="xs" c="dimmed" mt={16} mb={6} fw={600}>
        {day}
      </Text>
      <ul className={style.list}>{groups.map(props.row)}</ul>
    </div>
  ));
}

function PageTools({ onReadAll }: { onReadAll: () => void }) {
  const t = useTexts(notificationTexts);
  const narrow = useNarrow();
  const { data: unread = 0 } = useGetUnreadCountQuery();
  const all = t('notifications.readAll');
  const done = <IconChecks size={18} stroke={1.5} aria-hidden="true" />;
  return (
    <>
      {narrow ? (
        <ActionIcon
          size={44}
          disabled={unread === 0}
          aria-label={all}
          data-tip={all}
          onClick={onReadAll}
        >
          {done}
        </ActionIcon>
      ) : (
        <Button variant="default" disabled={unread === 0} leftSection={done} onClick={onReadAll}>
          {all}
        </Button>
      )}
      <ActionIcon
        component={Link}
        to={paths.notificationSetting}
        size={narrow ? 44 : 36}
        aria-label={t('notifications.settings')}
        data-tip={t('notifications.settings')}
      >
        <IconSettings size={20} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
    </>
  );
}
