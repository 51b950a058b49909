import { ActionIcon } from '@mantine/core';
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
import { AvatarStack } from '../../shared/avatar/avatar';
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
              {t('notifications.group', { count: group.count > 99 ? '99+' : group.count })}
            </span>
          ) : null}
        </span>
        <span className={style.when}>
          <RelativeTime at={latest.createdAt} />
          {fresh ? (
            <i
              className={style.dot}
              role="img"
              aria-label={t('notifications.unread', { count: unreadCount })}
            />
          ) : null}
        </span>
      </Link>
      <ActionIcon
        className={style.read}
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
  if (!first) return <span className={style.nobody} aria-hidden="true" />;
  const avatar = (actor: typeof first, size: number) => (
    <StaffAvatar key={actor.id} staff={actor} size={size} />
  );
  if (actors.length === 1) return avatar(first, 40);
  return <AvatarStack>{actors.slice(0, 2).map((actor) => avatar(actor, 26))}</AvatarStack>;
}
