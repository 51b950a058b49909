import { ActionIcon } from '@mantine/core';
import {
  IconAlarm,
  IconAt,
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
import { StaffFace } from '../../shared/directory/person-face';
import { useTexts } from '../../shared/intl/messages';
import { FaceStack } from '../../shared/ui/face';
import { RelativeTime } from '../../shared/ui/relative-time';
import { useNarrow } from '../../shared/ui/use-wide';
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
} as const;

/** Notifications of one post. */
export function NotificationRow(props: {
  group: ShownGroup;
  onRead: () => void;
  onUnread: () => void;
  selected: boolean;
}) {
  const { group, onRead, onUnread } = props;
  const say = useTexts(notificationTexts);
  const narrow = useNarrow();
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
            />
          ) : null}
        </span>
      </Link>
      <ActionIcon
        className={style.read}
        size={narrow ? 44 : 32}
        aria-label={say(fresh ? 'notifications.readOne' : 'notifications.unreadOne')}
        title={`${say(fresh ? 'notifications.readOne' : 'notifications.unreadOne')} (${fresh ? 'e' : 'u'})`}
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
  const face = (actor: typeof first, size: number) => (
    <StaffFace key={actor.id} staff={actor} size={size} />
  );
  if (actors.length === 1) return face(first, 40);
  return <FaceStack>{actors.slice(0, 2).map((actor) => face(actor, 26))}</FaceStack>;
}
