import { Group, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useGetTodayQuery } from '../../features/handover/handover.api';
import style from '../../features/timeline/feed/aside.module.css';
import { PinnedPosts } from '../../features/timeline/feed/pinned-posts';
import { timelineTexts } from '../../features/timeline/timeline.messages';
import { paths } from '../../shared/address/paths';
import { DueMark } from '../../shared/directory/due-menu';
import { memberName } from '../../shared/directory/names';
import { useTexts } from '../../shared/intl/messages';
import { StatusPill } from '../../shared/display/status-pill';
import { shellTexts } from '../shell.messages';

/** Most tasks listed beside the timeline. */
const SHOWN = 6;

/** Beside the timeline: items that wait for the reader, and shortcuts. */
export function TimelineAside() {
  const t = useTexts(shellTexts);
  const timeline = useTexts(timelineTexts);
  const tasks = useGetTodayQuery({}).data?.tasks.items;
  return (
    <div className={style.aside}>
      <PinnedPosts />
      <section>
        <h2>
          <Link to={paths.tasks} className="engawa-finger">
            {t('shell.aside.tasks')}
          </Link>
        </h2>
        {tasks?.length === 0 ? (
          <Text size="xs" c="var(--e-faint)" lh={1.7}>
            {t('shell.aside.noTasks')}
          </Text>
        ) : null}
        <ul>
          {tasks?.slice(0, SHOWN).map((task) => (
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
      <Text size="xs" c="var(--e-faint)" lh={1.7}>
        {timeline('timeline.keys.hint')}
      </Text>
    </div>
  );
}
