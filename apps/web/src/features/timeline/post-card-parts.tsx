import { Button } from '@mantine/core';
import type { Label } from '@engawa/contracts';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { type FeedPlace, postPath } from '../../shared/address/post-address';
import { memberKana, memberName } from '../../shared/directory/names';
import { MemberFace } from '../../shared/directory/person-face';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { useSession } from '../../shared/session/use-session';
import { LabelChip } from '../../shared/ui/label-chip';
import type { FeedPost } from './feed-window';
import { FoldedChips } from './folded-chips';
import { useConfirmPostMutation } from './must-read.api';
import style from './post-card.module.css';
import { timelineTexts } from './timeline.messages';
import { useThreadActions } from './use-thread-actions';

/** Whom a post is about, as chips that lead to their pages. */
export function PostMembers({ post }: { post: FeedPost }) {
  const say = useTexts(timelineTexts);
  const common = useTexts(commonTexts);
  if (post.members.length === 0) return null;
  return (
    <FoldedChips
      className={style.members}
      more={(count) => say('timeline.card.members.more', { count })}
      chips={post.members.map((member) => (
        <Link
          key={member.id}
          to={paths.member(member.id)}
          className={`engawa-finger ${style.member} ${member.deleted ? style.resigned : ''}`}
          title={memberKana(member) || undefined}
        >
          <MemberFace member={member} size={22} />
          <span>
            {memberName(member)}
            {member.deleted ? `（${common('common.resigned')}）` : ''}
          </span>
        </Link>
      ))}
    />
  );
}

/** The labels of a post or comment. */
export function ThreadLabels({ labels }: { labels: readonly Label[] }) {
  const say = useTexts(timelineTexts);
  if (labels.length === 0) return null;
  return (
    <FoldedChips
      className={style.labels}
      more={(count) => say('timeline.card.labels.more', { count })}
      chips={labels.map((label) => (
        <LabelChip key={label.id} label={label} />
      ))}
    />
  );
}

/** Asks for a confirmation and says how many gave it. */
export function MustRead({ post }: { post: FeedPost }) {
  const say = useTexts(timelineTexts);
  const { staff } = useSession();
  const [confirmPost, { isLoading }] = useConfirmPostMutation();
  const { tell } = useThreadActions();
  const mine = post.confirmations.some((entry) => entry.staffId === staff.id);
  return (
    <div className={style.mustRead}>
      <span className={`${style.badge} ${style.waiting}`}>{say('timeline.mustRead')}</span>
      {mine || post.pending ? null : (
        <Button
          className="engawa-finger"
          size="compact-sm"
          variant="default"
          loading={isLoading}
          onClick={() => void tell(confirmPost(post.id).unwrap())}
        >
          {say('timeline.mustRead.confirm')}
        </Button>
      )}
      <span>{say('timeline.mustRead.count', { count: post.confirmations.length })}</span>
    </div>
  );
}

/** Whether an issue waits for its solution; a closed one leads to what solved it. */
export function IssueBadge({
  issue,
  place,
}: {
  issue: NonNullable<FeedPost['issue']>;
  place: FeedPlace;
}) {
  const say = useTexts(timelineTexts);
  if (issue.state === 'open' || !issue.solution) {
    return <span className={`${style.badge} ${style.waiting}`}>{say('timeline.issue.open')}</span>;
  }
  const { postId, commentId } = issue.solution;
  return (
    <Link
      to={postPath(place, postId, commentId ? { comments: true, commentId } : undefined)}
      className={`engawa-finger ${style.badge} ${style.solved}`}
      title={say('timeline.issue.solution')}
    >
      {say('timeline.issue.closed')}
    </Link>
  );
}
