import { Group, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useGetTodayQuery } from '../../features/handover/handover.api';
import { dayTexts } from '../../features/handover/day.messages';
import style from '../../features/timeline/feed/aside.module.css';
import { PinnedPosts } from '../../features/timeline/feed/pinned-posts';
import { timelineTexts } from '../../features/timeline/timeline.messages';
import { paths } from '../../shared/address/paths';
import { postPath } from '../../shared/address/post-address';
import { MemberAvatar } from '../../shared/avatar/person-avatar';
import { DueMark } from '../../shared/directory/due-menu';
import { memberName } from '../../shared/directory/names';
import { PartProblem, SharedNotice } from '../../shared/feedback/part-problem';
import { useTexts } from '../../shared/intl/messages';
import { StatusPill } from '../../shared/display/status-pill';
import { shellTexts } from '../shell.messages';
import { useReachOutReason } from './use-reach-out-reason';

/** Most entries of each kind beside the timeline. */
const SHOWN = { mustReads: 2, tasks: 4, faces: 3 };

/** Beside the timeline: today for the reader, and shortcuts. */
export function TimelineAside() {
  const t = useTexts(shellTexts);
  const timeline = useTexts(timelineTexts);
  const today = useTexts(dayTexts);
  const reasonOf = useReachOutReason();
  const { data, error, refetch } = useGetTodayQuery({});
  const { mustReads, tasks, reachOut } = data ?? {};
  return (
    <div className={style.aside}>
      <SharedNotice>
        <PinnedPosts />
        {error && !data ? <PartProblem error={error} onRetry={() => void refetch()} /> : null}
      </SharedNotice>
      {mustReads?.count ? (
        <section>
          <h2>
            <Link to={paths.today} className="engawa-finger">
              {today('today.mustRead')} {mustReads.count}
            </Link>
          </h2>
          <ul>
            {mustReads.items.slice(0, SHOWN.mustReads).map((post) => (
              <li key={post.postId}>
                <Link to={postPath({ kind: 'all' }, post.postId)} className={style.row}>
                  <span className="engawa-two-lines">
                    {post.excerpt || today('handover.noMemo')}
                  </span>
                  <small>{post.owner.displayName}</small>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {tasks ? (
        <section>
          <h2>
            <Link to={paths.tasks} className="engawa-finger">
              {t('shell.aside.tasks')}
            </Link>
          </h2>
          {tasks.count === 0 ? (
            <Text size="xs" c="var(--e-faint)" lh={1.7}>
              {t('shell.aside.noTasks')}
            </Text>
          ) : null}
          <ul>
            {tasks.items.slice(0, SHOWN.tasks).map((task) => (
              <li key={task.id}>
                <Link to={paths.task(task.id)} className={style.row}>
                  <span className="engawa-two-lines">{task.excerpt}</span>
                  <Group component="span" gap={8} wrap="nowrap">
                    <StatusPill status={task.status} />
                    <DueMark task={task} />
                    {task.members[0] ? <small>{memberName(task.members[0])}</small> : null}
                  </Group>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {reachOut?.length ? (
        <section>
          <h2>
            <Link to={paths.today} className="engawa-finger">
              {today('today.reachOut')}
            </Link>
          </h2>
          <ul>
            {reachOut.slice(0, SHOWN.faces).map((one) => (
              <li key={one.member.id}>
                <Link to={paths.member(one.member.id)} className={`${style.row} ${style.person}`}>
                  <MemberAvatar member={one.member} size={28} />
                  <span className="engawa-cut">{memberName(one.member)}</span>
                  <small>{reasonOf(one)}</small>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {/* Before what is above it is there, it would move. */}
      {data || error ? (
        <Text size="xs" c="var(--e-faint)" lh={1.7}>
          {timeline('timeline.keys.hint')}
        </Text>
      ) : null}
    </div>
  );
}
