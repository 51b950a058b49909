import type { Staff, Task } from '@engawa/contracts';
import { Box, Group } from '@mantine/core';
import { Link } from 'react-router-dom';
import { StaffFacts } from '../../features/staffs/staff-facts';
import { staffTexts } from '../../features/staffs/staffs.messages';
import { useListAssignedTasksQuery } from '../../features/tasks/tasks.api';
import { useWithMembers } from '../../features/tasks/task-section';
import { taskTexts } from '../../features/tasks/tasks.messages';
import style from '../../features/timeline/feed/aside.module.css';
import { RecentMembers } from '../../features/timeline/feed/recent-members';
import { paths } from '../../shared/address/paths';
import type { FeedPlace } from '../../shared/address/post-address';
import { DueMark } from '../../shared/directory/due-menu';
import { memberName } from '../../shared/directory/names';
import { StatusPill } from '../../shared/display/status-pill';
import { FailedQueries } from '../../shared/feedback/part-problem';
import { useTexts } from '../../shared/intl/messages';

const noTasks: readonly Task[] = [];

/** Beside the posts of a staff member in a wide window: who it is, their tasks, and whom they talk with. */
export function StaffAside({ staff, place }: { staff: Staff; place: FeedPlace }) {
  const t = useTexts(staffTexts);
  const query = useListAssignedTasksQuery(staff.id);
  const tasks = useWithMembers(query.currentData ?? noTasks);
  return (
    <div className={style.aside}>
      <section>
        <h2>{t('staffs.detail')}</h2>
        <Box fz="sm">
          <StaffFacts staff={staff} termWidth={96} />
        </Box>
      </section>
      <FailedQueries of={[query]} />
      {tasks.length > 0 ? (
        <section>
          <h2>
            <Link to={`${paths.tasks}?view=staff&staff=${staff.id}`} className="engawa-finger">
              {t('staffs.tasks')}
            </Link>
          </h2>
          <ul>
            {tasks.map((task) => (
              <TaskLink key={task.id} task={task} />
            ))}
          </ul>
        </section>
      ) : null}
      <RecentMembers place={place} />
    </div>
  );
}

function TaskLink({ task }: { task: Task }) {
  const t = useTexts(taskTexts);
  return (
    <li>
      <Link to={paths.task(task.id)} className={style.row}>
        <span className="engawa-two-lines">{task.memo.trim() || t('tasks.noMemo')}</span>
        <Group component="span" gap={8} wrap="nowrap">
          <StatusPill status={task.task.status} />
          <DueMark task={task.task} />
          {task.members[0] ? <small>{memberName(task.members[0])}</small> : null}
        </Group>
      </Link>
    </li>
  );
}
