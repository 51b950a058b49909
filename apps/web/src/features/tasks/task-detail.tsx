import type { Label, Task, UpdateTaskInput } from '@engawa/contracts';
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconMessage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { postPath } from '../../shared/address/post-address';
import { MemberAvatar } from '../../shared/avatar/person-avatar';
import { memberName } from '../../shared/directory/names';
import { useTexts } from '../../shared/intl/messages';
import { isNotFound } from '../../shared/problem/api-problem';
import { confirm } from '../../shared/feedback/confirm.store';
import { FoldedText } from '../../shared/display/folded-text';
import { QuietLink } from '../../shared/display/quiet-link';
import { Pane } from '../../shared/layout/pane';
import { RelativeTime } from '../../shared/display/relative-time';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { TaskFacts } from './task-facts';
import { useGetTaskQuery } from './tasks.api';
import { taskTexts } from './tasks.messages';

/** One task at /tasks/{taskId}, beside the list. */
export function TaskDetail(props: {
  taskId: string | null;
  labels: readonly Label[];
  /** The comments of the task's post. */
  thread: (task: Task) => ReactNode;
  onClose: () => void;
  onChange: (task: Task, change: UpdateTaskInput) => void;
  onRemoveTask: (task: Task) => void;
}) {
  const t = useTexts(taskTexts);
  const { taskId, onClose } = props;
  if (taskId === null) return null;
  return (
    <Pane title={t('tasks.detail')} onClose={onClose}>
      <Detail {...props} taskId={taskId} />
    </Pane>
  );
}

function Detail(props: Parameters<typeof TaskDetail>[0] & { taskId: string }) {
  const t = useTexts(taskTexts);
  const { data, currentData, error, isLoading, refetch } = useGetTaskQuery(props.taskId);
  // A deleted or previous task must not stay visible.
  const gone = error !== undefined && isNotFound(error);
  const task = gone ? undefined : (currentData ?? (data?.id === props.taskId ? data : undefined));
  if (!task) {
    if (gone) {
      return (
        <EmptyState
          title={t('tasks.detail.gone')}
          action={
            <Button component={Link} to={paths.tasks} variant="default">
              {t('tasks.detail.gone.action')}
            </Button>
          }
        >
          {t('tasks.detail.gone.text')}
        </EmptyState>
      );
    }
    if (error && !isLoading) {
      return <ProblemNotice error={error} onRetry={() => void refetch()} />;
    }
    return <ListSkeleton rows={3} />;
  }
  const isComment = task.commentId !== null;
  const removeTask = async () => {
    const yes = await confirm({
      title: t('tasks.back.title'),
      text: t('tasks.back.text'),
      action: t('tasks.back.action'),
    });
    if (yes) props.onRemoveTask(task);
  };
  return (
    <Stack>
      {task.members.length > 0 ? (
        <Group component="ul" gap="8px 16px" aria-label={t('tasks.detail.members')}>
          {task.members.map((member) => (
            <li key={member.id}>
              <QuietLink to={paths.member(member.id)}>
                <Group component="span" gap={10} wrap="nowrap">
                  <MemberAvatar member={member} size={36} />
                  <Stack component="span" gap={0} miw={0}>
                    <strong>{memberName(member)}</strong>
                    {member.company ? <small>{member.company}</small> : null}
                  </Stack>
                </Group>
              </QuietLink>
            </li>
          ))}
        </Group>
      ) : null}
      <FoldedText text={task.memo === '' ? t('tasks.noMemo') : task.memo} lines={12} />
      <TaskFacts
        task={task}
        labels={props.labels}
        onChange={(change) => props.onChange(task, change)}
      />
      <small>
        {t('tasks.detail.written', { name: task.owner.displayName })}{' '}
        <RelativeTime at={task.talkedAt} />
      </small>
      <Group gap="xs">
        <Button
          component={Link}
          to={postPath({ kind: 'all' }, task.postId, {
            comments: true,
            commentId: task.commentId,
          })}
          variant="default"
          leftSection={<IconMessage size={18} stroke={1.5} aria-hidden="true" />}
        >
          {t(isComment ? 'tasks.source.comment' : 'tasks.source')}
        </Button>
        <Button
          variant="subtle"
          onClick={() => void removeTask()}
          leftSection={<IconArrowBackUp size={18} stroke={1.5} aria-hidden="true" />}
        >
          {t('tasks.back')}
        </Button>
      </Group>
      <Box component="section" aria-label={t('tasks.detail.thread')}>
        <Text component="h2" size="sm" fw={600} c="dimmed" mb={4}>
          {t('tasks.detail.thread')}
        </Text>
        {props.thread(task)}
      </Box>
    </Stack>
  );
}
