import type { Today, TodayTask, UpdateTaskInput } from '@engawa/contracts';
import { Box, Button, Group } from '@mantine/core';
import { IconAt, IconCheck } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import {
  useChangeTodayTaskMutation,
  useReadTodayMentionMutation,
} from '../../features/handover/today-changes.api';
import { dayTexts } from '../../features/handover/day.messages';
import { handoverTexts } from '../../features/handover/handover.messages';
import { paths } from '../../shared/address/paths';
import { postPath } from '../../shared/address/post-address';
import { duePresets, dueWords, isOverdue } from '../../shared/directory/due.rules';
import { memberName } from '../../shared/directory/names';
import { MemberAvatar, StaffAvatar } from '../../shared/avatar/person-avatar';
import { useKeyHint } from '../../shared/rows/keys';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { Part } from '../../shared/display/part-head';
import { RowBody } from '../../shared/list/row-body';
import { PersonRow, RowList } from '../../shared/list/row-list';
import { RelativeTime } from '../../shared/display/relative-time';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { useMinute } from '../../shared/display/use-minute';

/** Most tasks and mentions listed here; their pages have all. */
const SHOWN = 5;

/** What waits for the reader: own tasks and unread mentions. */
export function WaitingPart({ tasks, mentions }: Pick<Today, 'tasks' | 'mentions'>) {
  const t = useTexts(handoverTexts);
  const day = useTexts(dayTexts);
  const keyHint = useKeyHint();
  const problemText = useProblemText();
  const [readMention] = useReadTodayMentionMutation();
  const count = tasks.count + mentions.count;
  if (count === 0) return null;
  return (
    <Part title={t('today.waiting')} kind="waiting" waiting count={t('handover.count', { count })}>
      <RowList>
        {tasks.items.slice(0, SHOWN).map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
        {mentions.items.slice(0, SHOWN).map((mention) => (
          <PersonRow key={mention.id}>
            {mention.actor ? (
              <StaffAvatar staff={mention.actor} size={36} />
            ) : (
              <IconAt size={20} stroke={1.5} aria-hidden="true" />
            )}
            <RowBody
              to={postPath({ kind: 'all' }, mention.postId, {
                comments: true,
                commentId: mention.commentId,
              })}
              text={mention.excerpt || day('handover.noMemo')}
            >
              {[t('today.mention'), mention.actor?.displayName].filter(Boolean).join(' · ')}
              {' · '}
              <RelativeTime at={mention.createdAt} />
            </RowBody>
            <Button
              variant="default"
              size="compact-sm"
              data-done
              {...keyHint('read', t('today.mention.read'))}
              onClick={() =>
                void readMention(mention.postId)
                  .unwrap()
                  .catch((error: unknown) => showFailure(problemText(error)))
              }
            >
              {t('today.mention.read')}
            </Button>
          </PersonRow>
        ))}
      </RowList>
      <Group mt={8} fz="sm">
        {tasks.count > SHOWN ? <Link to={paths.tasks}>{t('today.waiting.more')}</Link> : null}
        {mentions.count > SHOWN ? (
          <Link to={paths.notifications}>{t('today.mention.more')}</Link>
        ) : null}
      </Group>
    </Part>
  );
}

function TaskRow({ task }: { task: TodayTask }) {
  const t = useTexts(handoverTexts);
  const day = useTexts(dayTexts);
  const intl = useIntl();
  const problemText = useProblemText();
  const now = useMinute();
  const [update] = useChangeTodayTaskMutation();
  const keyHint = useKeyHint();
  const [member] = task.members;
  const { dueAt } = task;
  const tomorrow = duePresets(intl, now).find(({ name }) => name === 'tomorrow');
  const change = (wanted: UpdateTaskInput, told?: string) =>
    void update({ task, change: wanted })
      .unwrap()
      .then(
        () => (told ? showToast(told) : undefined),
        (error: unknown) => showFailure(problemText(error)),
      );
  return (
    <PersonRow>
      {member ? (
        <MemberAvatar member={member} size={36} />
      ) : (
        <StaffAvatar staff={task.owner} size={36} />
      )}
      <RowBody to={paths.task(task.id)} text={task.excerpt || day('handover.noMemo')}>
        {member ? memberName(member) : task.owner.displayName}
        {dueAt ? (
          <Box component="span" c={isOverdue(task, now) ? 'var(--e-waiting)' : undefined}>
            {' · '}
            {dueWords(intl, dueAt, now)}
          </Box>
        ) : null}
      </RowBody>
      <Group gap={12}>
        {tomorrow && dueAt !== tomorrow.dueAt ? (
          <Button
            variant="subtle"
            size="compact-sm"
            data-later
            {...keyHint('tomorrow', t('today.waiting.tomorrow'))}
            onClick={() => change({ dueAt: tomorrow.dueAt })}
          >
            {t('today.waiting.tomorrow')}
          </Button>
        ) : null}
        <Button
          variant="default"
          size="compact-sm"
          data-done
          {...keyHint('finish', t('today.waiting.done'))}
          leftSection={<IconCheck size={16} stroke={1.5} aria-hidden="true" />}
          onClick={() => change({ status: 'done' }, t('today.waiting.done.told'))}
        >
          {t('today.waiting.done')}
        </Button>
      </Group>
    </PersonRow>
  );
}
