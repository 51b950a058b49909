import '../../../shared/theme/floating-sheets';
import { Menu } from '@mantine/core';
import {
  IconBell,
  IconBellOff,
  IconChecks,
  IconCircleCheck,
  IconCircleDashed,
  IconPin,
  IconPinnedOff,
  IconTag,
} from '@tabler/icons-react';
import { followTexts } from '../../../shared/directory/follow.messages';
import { useFollow } from '../../../shared/directory/use-follow';
import { useTexts } from '../../../shared/intl/messages';
import { useItemKey } from '../../../shared/menu/key';
import { type RowCommandName, useRowKey } from '../../../shared/rows/keys';
import { rowScope } from '../../../shared/rows/row-scope.store';
import { useSession } from '../../../shared/session/use-session';
import type { FeedPost } from '../feed/feed-window';
import { useListPinsQuery, useSetPinMutation } from '../feed/pins.api';
import { mustReadStep } from './must-read.rules';
import { useLinkSolutionMutation, useReopenIssueMutation } from './solution.api';
import { ThreadMenuList, type ThreadMenuProps } from '../thread/thread-menu';
import { threadTexts } from '../thread/thread.messages';
import { timelineTexts } from '../timeline.messages';
import { useThreadActions } from '../thread/use-thread-actions';

/** Menu of a post. */
export function PostMenuList({ post, ...menu }: ThreadMenuProps & { post: FeedPost }) {
  return (
    <ThreadMenuList {...menu}>
      <PostMenuItems post={post} />
    </ThreadMenuList>
  );
}

/** Entries for posts only: following, pinning, and the state of an issue. */
function PostMenuItems({ post }: { post: FeedPost }) {
  const t = useTexts(threadTexts);
  const { tell } = useThreadActions();
  const { data: pins = [] } = useListPinsQuery();
  const [setPin] = useSetPinMutation();
  const [linkSolution] = useLinkSolutionMutation();
  const [reopenIssue] = useReopenIssueMutation();
  const pinned = pins.some((pin) => pin.id === post.id);
  const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;
  const byTask = { kind: 'task', postId: post.id, commentId: null } as const;
  const followText = useTexts(followTexts);
  const itemKey = useItemKey();
  const { choice, isKnown, change } = useFollow('post', post.id);
  const [follows, muted] = [choice === 'follow', choice === 'mute'];
  return (
    <>
      <Menu.Item
        leftSection={<IconBell {...icon} />}
        {...itemKey('follow')}
        disabled={!isKnown}
        onClick={() => change(follows ? null : 'follow')}
      >
        {followText(follows ? 'follow.unfollow' : 'follow.follow')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconBellOff {...icon} />}
        disabled={!isKnown}
        onClick={() => change(muted ? null : 'mute')}
      >
        {followText(muted ? 'follow.unmute' : 'follow.mute')}
      </Menu.Item>
      <Menu.Item
        leftSection={pinned ? <IconPinnedOff {...icon} /> : <IconPin {...icon} />}
        onClick={() => void tell(setPin({ postId: post.id, pinned: !pinned }).unwrap())}
      >
        {t(pinned ? 'timeline.unpin' : 'timeline.pin')}
      </Menu.Item>
      <RowCommandItems post={post} />
      {post.issue?.state === 'open' && post.task?.status === 'done' ? (
        <Menu.Item
          leftSection={<IconCircleCheck {...icon} />}
          onClick={() => void tell(linkSolution({ postId: post.id, solution: byTask }).unwrap())}
        >
          {t('timeline.issue.byTask')}
        </Menu.Item>
      ) : null}
      {post.issue?.state === 'closed' ? (
        <Menu.Item
          leftSection={<IconCircleDashed {...icon} />}
          onClick={() => void tell(reopenIssue(post.id).unwrap())}
        >
          {t('timeline.issue.reopen')}
        </Menu.Item>
      ) : null}
    </>
  );
}

const commandIcons = { label: IconTag, mustRead: IconChecks };
const isListed = (name: RowCommandName): name is keyof typeof commandIcons => name in commandIcons;

/** Commands of the list that the card has no control for. */
function RowCommandItems({ post }: { post: FeedPost }) {
  const keyOf = useRowKey();
  const itemKey = useItemKey();
  const t = useTexts(threadTexts);
  const timeline = useTexts(timelineTexts);
  const { staff } = useSession();
  const step = mustReadStep(post, staff.id);
  const mustReadWords =
    step === 'confirm' ? timeline('timeline.mustRead.confirm') : t(`timeline.mustRead.${step}`);
  return (rowScope.read()?.commands ?? []).map(({ name, words, run }) => {
    if (!isListed(name) || keyOf(name) === null) return null;
    const Icon = commandIcons[name];
    return (
      <Menu.Item
        key={name}
        leftSection={<Icon size={18} stroke={1.5} aria-hidden="true" />}
        {...itemKey(name)}
        onClick={() => run([post.id])}
      >
        {name === 'mustRead' ? mustReadWords : words}
      </Menu.Item>
    );
  });
}
