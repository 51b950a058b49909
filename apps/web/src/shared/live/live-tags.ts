import type { LiveMessage } from '@engawa/contracts';
import { LIST, type Tag, type TagType } from '../api/api';

const one = (type: TagType, id: string): Tag[] => [
  { type, id },
  { type, id: LIST },
];

/**
 * Cache tags that a live message invalidates. Posts in feeds are refetched in batches by the
 * timeline feature, so feeds have no tags.
 */
export function tagsOf(message: LiveMessage): Tag[] {
  const [service, entity, event] = message.name.split('.');
  const { postId, commentId, aggregate } = message;
  switch (`${service}.${entity}`) {
    case 'timeline.post':
      return one('Post', postId ?? aggregate.id);
    case 'timeline.comment':
      return postId ? [{ type: 'Comments', id: postId }] : [];
    case 'timeline.reaction':
      return commentId && postId ? [{ type: 'Comments', id: postId }] : [];
    case 'timeline.label':
      return [{ type: 'Label', id: LIST }];
    case 'timeline.pictogram':
      return [{ type: 'Reaction', id: LIST }];
    case 'timeline.pin':
      return [{ type: 'Pin', id: LIST }];
    case 'timeline.draft':
      return [{ type: 'Draft', id: LIST }];
    case 'timeline.ranking':
      return message.ranking ? [] : [{ type: 'Ranking', id: LIST }];
    case 'tasks.task':
      return [...one('Task', aggregate.id), { type: 'TaskCount', id: LIST }];
    case 'tasks.filter':
      return [{ type: 'TaskFilter', id: LIST }];
    case 'timeline.template':
      return [{ type: 'PostTemplate', id: LIST }];
    case 'notifications.follow':
      return [{ type: 'Follow', id: LIST }];
    case 'timeline.savedView':
      return [{ type: 'SavedView', id: LIST }];
    case 'search.savedSearch':
      return [{ type: 'SavedSearch', id: LIST }];
    case 'search.matches':
      return [{ type: 'Member', id: 'matches' }];
    case 'search.reachOut':
      return [{ type: 'Member', id: 'radar' }];
    case 'members.member':
      // A merge deletes a member and its undo restores it: saved views show the remaining one.
      return event === 'deleted' || event === 'restored'
        ? [...one('Member', aggregate.id), { type: 'SavedView', id: LIST }]
        : one('Member', aggregate.id);
    case 'members.memberType':
      // A member has the name of its type.
      return [{ type: 'MemberType', id: LIST }, { type: 'Member' }];
    case 'members.customField':
      return [
        { type: 'CustomField', id: LIST },
        { type: 'Member', id: LIST },
      ];
    case 'identity.staff':
      return one('Staff', aggregate.id);
    case 'identity.space':
      // Its time zone determines the posts of a month.
      return [{ type: 'Session' }, { type: 'Space' }, { type: 'Ranking', id: LIST }];
    case 'identity.session':
      return [{ type: 'Session' }];
    case 'notifications.notification':
      return [
        { type: 'Notification', id: LIST },
        { type: 'UnreadCount', id: LIST },
      ];
    default:
      return [];
  }
}

/** Removes duplicate tags. */
export function distinctTags(tags: readonly Tag[]): Tag[] {
  return [...new Map(tags.map((tag) => [`${tag.type}/${tag.id ?? ''}`, tag])).values()];
}
