import { ActionIcon, Avatar, Box, Group, Text } from '@mantine/core';
import {
  IconAlarm,
  IconAt,
  IconBell,
  IconCheck,
  IconChecklist,
  IconChecks,
  IconMail,
  IconMessage,
  IconMoodSmile,
} from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { postPath } from '../../shared/address/post-address';
import { StaffAvatar } from '../../shared/avatar/person-avatar';
import { useTexts } from '../../shared/intl/messages';
import { RelativeTime } from '../../shared/display/relative-time';
import { useKeyHint } from '../../shared/rows/keys';
import { useNarrow } from '../../shared/layout/use-wide';
import type { ShownGroup } from './notification.rules';
import { richWords } from './notification-words';
import { notificationTexts } from './notifications.messages';
import style from './notifications.module.css';

const icons = {
  comment: IconMessage,
  mention: IconAt,
  reaction: IconMoodSmile,
  taskAssigned: IconChecklist,
  taskUnassigned: IconChecklist,
  taskStatus: IconChecklist,
  taskDue: IconAlarm,
  mustRead: IconChecks,
  followed: IconBell,
} as const;

/** Notifications of one post. */
export function NotificationRow(props: {
  group: ShownGroup;
  onRead: () => void;
  onUnread: () => void;
  selected: boolean;
}) {
  const { group, onRead, onUnread } = props;
  const t = useTexts(notificationTexts);
  const narrow = useNarrow();
  const keyHint = useKeyHint();
  const intl = useIntl();
  const { latest, unreadCount } = group;
  const Icon = icons[latest.kind];
  const fresh = unreadCount > 0;
  return (
    <li
      className={style.row}
      data-group={group.postId}
      data-row={group.postId}
      data-selected={props.selected || undefined}
      tabIndex={-1}
    >
      <Link
        to={postPath({ kind: 'all' }, latest.postId, {
          comments: true,
          commentId: latest.commentId,
        })}
        className={style.link}
        onClick={() => (fresh ? onRead() : undefined)}
      >
        <Box component="span" className={style.actors} pos="relative" w={48} mih={40}>
          <Actors group={group} />
          <Group
            component="span"
            justify="center"
            pos="absolute"
            right={2}
            bottom={-3}
            w={20}
            h={20}
            bd="1px solid var(--e-line)"
            bdrs="50%"
            c="dimmed"
            bg="var(--e-surface)"
          >
            <Icon size={14} stroke={1.75} aria-hidden="true" />
          </Group>
        </Box>
        <span className={style.words} data-fresh={fresh || undefined}>
          {richWords(intl, latest)}
        </span>
        <span className={style.excerpt}>{latest.excerpt}</span>
        {group.count > 1 ? (
          <Text span className={style.count} size="xs" c="var(--e-faint)">
            {t(narrow ? 'notifications.group.short' : 'notifications.group', {
              count: group.count > 99 ? '99+' : group.count,
            })}
          </Text>
        ) : null}
        <Text span className={style.time} size="xs" c="var(--e-faint)">
          <RelativeTime at={latest.createdAt} words={narrow ? 'narrow' : undefined} />
        </Text>
        {fresh ? (
          <i
            className={style.unread}
            role="img"
            aria-label={t('notifications.unread', { count: unreadCount })}
          />
        ) : null}
      </Link>
      <ActionIcon
        className={style.read}
        pos="absolute"
        size={narrow ? 44 : 32}
        aria-label={t(fresh ? 'notifications.readOne' : 'notifications.unreadOne')}
        {...keyHint(
          fresh ? 'read' : 'unread',
          t(fresh ? 'notifications.readOne' : 'notifications.unreadOne'),
        )}
        onClick={fresh ? onRead : onUnread}
      >
        {fresh ? (
          <IconCheck size={18} stroke={1.5} aria-hidden="true" />
        ) : (
          <IconMail size={18} stroke={1.5} aria-hidden="true" />
        )}
      </ActionIcon>
    </li>
  );
}

/** Avatars of the actors; none for the system. */
function Actors({ group }: { group: ShownGroup }) {
  const { actors } = group;
  const [first] = actors;
  if (!first)
    return (
      <Box
        component="span"
        display="block"
        w={40}
        h={40}
        bdrs="50%"
        bg="var(--e-waiting-soft)"
        aria-hidden="true"
      />
    );
  const avatar = (actor: typeof first, size: number) => (
    <StaffAvatar key={actor.id} staff={actor} size={size} />
  );
  if (actors.length === 1) return avatar(first, 40);
  return <Avatar.Group>{actors.slice(0, 2).map((actor) => avatar(actor, 26))}</Avatar.Group>;
}
