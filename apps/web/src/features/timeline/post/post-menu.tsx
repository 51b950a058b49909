import '../../../shared/theme/floating-sheets';
import { Menu } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconPin, IconPinnedOff } from '@tabler/icons-react';
import { useTexts } from '../../../shared/intl/messages';
import type { FeedPost } from '../feed/feed-window';
import { useListPinsQuery, useSetPinMutation } from '../feed/pins.api';
import { useLinkSolutionMutation, useReopenIssueMutation } from './solution.api';
import { ThreadMenuList, type ThreadMenuProps } from '../thread/thread-menu';
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

/** Entries for posts only: pinning, and the state of an issue. */
function PostMenuItems({ post }: { post: FeedPost }) {
  const say = useTexts(timelineTexts);
  const { tell } = useThreadActions();
  const { data: pins = [] } = useListPinsQuery();
  const [setPin] = useSetPinMutation();
  const [linkSolution] = useLinkSolutionMutation();
  const [reopenIssue] = useReopenIssueMutation();
  const pinned = pins.some((pin) => pin.id === post.id);
  const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;
  const byTask = { kind: 'task', postId: post.id, commentId: null } as const;
  return (
    <>
      <Menu.Item
        leftSection={pinned ? <IconPinnedOff {...icon} /> : <IconPin {...icon} />}
        onClick={() => void tell(setPin({ postId: post.id, pinned: !pinned }).unwrap())}
      >
        {say(pinned ? 'timeline.unpin' : 'timeline.pin')}
      </Menu.Item>
      {post.issue?.state === 'open' && post.task?.status === 'done' ? (
        <Menu.Item
          leftSection={<IconCircleCheck {...icon} />}
          onClick={() => void tell(linkSolution({ postId: post.id, solution: byTask }).unwrap())}
        >
          {say('timeline.issue.byTask')}
        </Menu.Item>
      ) : null}
      {post.issue?.state === 'closed' ? (
        <Menu.Item
          leftSection={<IconCircleDashed {...icon} />}
          onClick={() => void tell(reopenIssue(post.id).unwrap())}
        >
          {say('timeline.issue.reopen')}
        </Menu.Item>
      ) : null}
    </>
  );
}
