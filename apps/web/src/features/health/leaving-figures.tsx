import { Group } from '@mantine/core';
import type { SearchPostsAnswer } from '@engawa/contracts';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { api } from '../../shared/api/api';
import { FailedQueries } from '../../shared/feedback/part-problem';
import { useTexts } from '../../shared/intl/messages';
import { healthTexts } from './health.messages';

type TaskCounts = { counts: Record<'waiting' | 'inProgress', number> };

const leavingApi = api.injectEndpoints({
  endpoints: (build) => ({
    countLeavingTasks: build.query<number, string>({
      query: (assignUserId) => ({ url: '/tasks/counts', params: { assignUserId } }),
      transformResponse: ({ counts }: TaskCounts) => counts.waiting + counts.inProgress,
      keepUnusedDataFor: 5,
    }),
    countLeavingIssues: build.query<number, string>({
      query: (staffId) => ({
        url: '/search/posts',
        params: { kind: 'post', issue: 'open', staffId },
      }),
      transformResponse: (answer: SearchPostsAnswer) => answer.total,
      keepUnusedDataFor: 5,
    }),
  }),
});

/** Open tasks of a staff member, and open issues in their posts. */
export function LeavingFigures({ staffId }: { staffId: string }) {
  const t = useTexts(healthTexts);
  const taskCount = leavingApi.useCountLeavingTasksQuery(staffId);
  const issueCount = leavingApi.useCountLeavingIssuesQuery(staffId);
  const { data: tasks } = taskCount;
  const { data: issues } = issueCount;
  return (
    <Group component="span" gap="xs">
      <FailedQueries of={[taskCount, issueCount]} />
      {tasks === undefined ? null : (
        <Link to={`${paths.tasks}?view=staff&staff=${staffId}`}>
          {t('health.leaving.tasks', { count: tasks })}
        </Link>
      )}
      {issues === undefined ? null : (
        <Link to={`${paths.search}?kind=post&staff=${staffId}&issue=open`}>
          {t('health.leaving.issues', { count: issues })}
        </Link>
      )}
    </Group>
  );
}
