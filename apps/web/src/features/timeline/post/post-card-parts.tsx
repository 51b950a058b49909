import { Button, Group } from '@mantine/core';
import type { Label, MemberRef } from '@engawa/contracts';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { paths } from '../../../shared/address/paths';
import { type FeedPlace, postPath } from '../../../shared/address/post-address';
import { memberName } from '../../../shared/directory/names';
import { MemberAvatar, StaffAvatar } from '../../../shared/avatar/person-avatar';
import { commonTexts } from '../../../shared/intl/common.messages';
import { useTexts } from '../../../shared/intl/messages';
import { useSession } from '../../../shared/session/use-session';
import { LazyMenu } from '../../../shared/lazy/lazy-menu';
import { useKeyHint } from '../../../shared/rows/keys';
import { LabelChip } from '../../../shared/display/label-chip';
import { Pill } from '../../../shared/display/pill';
import { toneColors } from '../../../shared/display/tone';
import type { FeedPost } from '../feed/feed-window';
import { FoldedChips } from './folded-chips';
import { ConfirmationsPopover } from '../lazy-parts';
import { useConfirmPostMutation } from './must-read.api';
import style from './post-card.module.css';
import { timelineTexts } from '../timeline.messages';
import { useThreadActions } from '../thread/use-thread-actions';

/** Most avatars in the corner of a post. */
const AVATARS_SHOWN = 2;

/** Names in the heading of a card: its members without the page's own; else its author. */
export function leadingMembers(post: FeedPost, place: FeedPlace): MemberRef[] {
  return post.members.filter(({ id }) => place.kind !== 'member' || id !== place.id);
}

/** Avatars of a post's members, or of its author without members. */
export function PostAvatars({ post, members }: { post: FeedPost; members: readonly MemberRef[] }) {
  const [first] = members;
  if (!first) return <StaffAvatar staff={post.owner} size={40} />;
  if (members.length === 1) return <MemberAvatar member={first} size={40} />;
  return (
    <span className={style.faces}>
      {members.slice(0, AVATARS_SHOWN).map((member) => (
        <MemberAvatar key={member.id} member={member} size={26} />
      ))}
    </span>
  );
}

/** Members of a post as links. */
export function PostMembers({ members }: { members: readonly MemberRef[] }) {
  const t = useTexts(timelineTexts);
  const common = useTexts(commonTexts);
  const [only] = members;
  if (!only) return null;
  return (
    <>
      <FoldedChips
        more={(count) => t('timeline.card.members.more', { count })}
        chips={members.map((member, index) => (
          <span key={member.id}>
            <Link
              to={paths.member(member.id)}
              className={`engawa-finger ${style.name}`}
              style={member.deleted ? { color: 'var(--e-soft)' } : undefined}
            >
              {memberName(member)}
              {member.deleted ? common('common.resigned.aside') : ''}
            </Link>
            {index < members.length - 1 ? t('timeline.card.members.separator') : ''}
          </span>
        ))}
      />
      {members.length === 1 && only.company ? (
        <span className={`engawa-cut ${style.soft}`}>{only.company}</span>
      ) : null}
    </>
  );
}

/** Labels of a post or comment; the first issue label shows the state of the issue. */
export function ThreadLabels(props: {
  labels: readonly Label[];
  issue?: FeedPost['issue'];
  /** Place and post, for the link to the solution. */
  at?: { place: FeedPlace; postId: string };
  inline?: boolean;
}) {
  const t = useTexts(timelineTexts);
  const { labels, issue, at } = props;
  const issueLabel = issue && at ? labels.find((label) => label.isIssue) : undefined;
  if (labels.length === 0) return null;
  return (
    <FoldedChips
      className={style.labels}
      inline={props.inline}
      more={(count) => t('timeline.card.labels.more', { count })}
      chips={labels.map((label) =>
        label === issueLabel && issue && at ? (
          <IssueChip key={label.id} label={label} issue={issue} at={at} />
        ) : (
          <LabelChip key={label.id} label={label} />
        ),
      )}
    />
  );
}

/** The confirm button and the number of confirmations, which opens who confirmed. */
export function MustRead({ post }: { post: FeedPost }) {
  const t = useTexts(timelineTexts);
  const { staff } = useSession();
  const [confirmPost, { isLoading }] = useConfirmPostMutation();
  const { tell } = useThreadActions();
  const keyHint = useKeyHint();
  const mine = post.confirmations.some((entry) => entry.staffId === staff.id);
  const countText = t('timeline.mustRead.count', { count: post.confirmations.length });
  const count = (
    <button type="button" className="engawa-finger engawa-tool">
      {countText}
      <IconChevronDown size={14} stroke={1.5} aria-hidden="true" />
    </button>
  );
  return (
    <Group gap={8} wrap="nowrap" fz="sm" c="dimmed">
      <Pill tone="bad">{t('timeline.mustRead')}</Pill>
      {mine || post.pending ? null : (
        <Button
          className="engawa-finger"
          size="compact-sm"
          variant="default"
          loading={isLoading}
          {...keyHint('mustRead', t('timeline.mustRead.confirm'))}
          onClick={() => void tell(confirmPost(post.id).unwrap())}
        >
          {t('timeline.mustRead.confirm')}
        </Button>
      )}
      {post.pending ? (
        countText
      ) : (
        <LazyMenu
          popup="dialog"
          opened={() => <ConfirmationsPopover post={post} button={count} />}
          button={count}
        />
      )}
    </Group>
  );
}

/**
 * A label with the state of its issue. An open one opens the thread, where the solution is written
 * and chosen; a closed one leads to its solution.
 */
function IssueChip(props: {
  label: Label;
  issue: NonNullable<FeedPost['issue']>;
  at: { place: FeedPlace; postId: string };
}) {
  const t = useTexts(timelineTexts);
  const { label, issue, at } = props;
  const { solution } = issue;
  const open = issue.state === 'open' || !solution;
  const target = open
    ? postPath(at.place, at.postId, { comments: true })
    : postPath(
        at.place,
        solution.postId,
        solution.commentId ? { comments: true, commentId: solution.commentId } : undefined,
      );
  return (
    <Link
      to={target}
      className={`engawa-finger ${style.issue}`}
      style={toneColors(open ? 'waiting' : 'done')}
      data-tip={t(open ? 'timeline.issue.solve' : 'timeline.issue.solution')}
    >
      <LabelChip label={label} />
      {t(open ? 'timeline.issue.open' : 'timeline.issue.closed')}
    </Link>
  );
}
