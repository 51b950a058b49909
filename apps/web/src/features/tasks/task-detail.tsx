import '@mantine/core/styles/Drawer.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import type { Label, Task, UpdateTaskInput } from '@engawa/contracts';
import { Button, Drawer } from '@mantine/core';
import { IconArrowBackUp, IconMessage } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { postPath } from '../../shared/address/post-address';
import { AssigneeMenu } from '../../shared/directory/assignee-menu';
import { memberKana, memberName } from '../../shared/directory/names';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { problemFrom } from '../../shared/problem/api-problem';
import { confirm } from '../../shared/ui/confirm.store';
import { Face } from '../../shared/ui/face';
import { LabelChip } from '../../shared/ui/label-chip';
import { RelativeTime } from '../../shared/ui/relative-time';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { StatusPill } from '../../shared/ui/status-pill';
import { useGetTaskQuery } from './tasks.api';
import { taskTexts } from './tasks.messages';
import style from './tasks.module.css';

/** One task at /tasks/{taskId}, beside the list that stays where it was. */
export function TaskDetail(props: {
  taskId: string | null;
  labels: readonly Label[];
  onClose: () => void;
  onChange: (task: Task, change: UpdateTaskInput) => void;
  onTurnBack: (task: Task) => void;
}) {
  const say = useTexts(taskTexts);
  const common = useTexts(commonTexts);
  return (
    <Drawer
      opened={props.taskId !== null}
      onClose={props.onClose}
      position="right"
      size={460}
      title={say('tasks.detail')}
      closeButtonProps={{ 'aria-label': common('common.close') }}
      transitionProps={{ duration: 140 }}
    >
      {props.taskId ? <Detail {...props} taskId={props.taskId} /> : null}
    </Drawer>
  );
}

function Detail(props: Parameters<typeof TaskDetail>[0] & { taskId: string }) {
  const say = useTexts(taskTexts);
  const { data: task, error, isLoading, refetch } = useGetTaskQuery(props.taskId);
  if (isLoading) return <ListSkeleton rows={3} />;
  if (!task || error) {
    if (error && problemFrom(error).status !== 404) {
      return <ProblemNotice error={error} onRetry={() => void refetch()} />;
    }
    return (
      <EmptyState title={say('tasks.detail.gone')}>{say('tasks.detail.gone.text')}</EmptyState>
    );
  }
  const isComment = task.commentId !== null;
  const labels = props.labels.filter((label) => task.labelIds.includes(label.id));
  const turnBack = async () => {
    const yes = await confirm({
      title: say('tasks.back.title'),
      text: say('tasks.back.text'),
      action: say('tasks.back.action'),
    });
    if (yes) props.onTurnBack(task);
  };
  return (
    <div className={style.detail}>
      <p className={style.detailMemo}>{task.memo}</p>
      <dl className={style.facts}>
        <dt>{say('tasks.detail.status')}</dt>
        <dd>
          <StatusPill
            status={task.task.status}
            onChange={(status) => props.onChange(task, { status })}
          />
          <span className={style.since}>
            {say('tasks.detail.since')} <RelativeTime at={task.task.statusUpdatedAt} />
          </span>
        </dd>
        <dt>{say('tasks.detail.assignee')}</dt>
        <dd>
          <AssigneeMenu
            assignUserId={task.task.assignUserId}
            onChange={(assignUserId) => props.onChange(task, { assignUserId })}
          />
        </dd>
        {task.members.length > 0 ? (
          <>
            <dt>{say('tasks.detail.members')}</dt>
            <dd className={style.chips}>
              {task.members.map((member) => (
                <Link key={member.id} to={paths.member(member.id)} className={style.person}>
                  <Face
                    id={member.id}
                    name={memberName(member)}
                    kana={memberKana(member)}
                    photoUrl={member.thumbPhotoUrl}
                    size={24}
                    faded={member.deleted}
                  />
                  {memberName(member)}
                </Link>
              ))}
            </dd>
          </>
        ) : null}
        {labels.length > 0 ? (
          <>
            <dt>{say('tasks.detail.labels')}</dt>
            <dd className={style.chips}>
              {labels.map((label) => (
                <LabelChip key={label.id} label={label} />
              ))}
            </dd>
          </>
        ) : null}
      </dl>
      <p className={style.written}>
        {say('tasks.detail.written', { name: task.owner.displayName })}{' '}
        <RelativeTime at={task.talkedAt} />
      </p>
      <div className={style.detailActions}>
        <Button
          component={Link}
          to={postPath({ kind: 'all' }, task.postId, {
            comments: true,
            commentId: task.commentId,
          })}
          variant="default"
          leftSection={<IconMessage size={18} stroke={1.5} aria-hidden="true" />}
        >
          {say(isComment ? 'tasks.source.comment' : 'tasks.source')}
        </Button>
        <Button
          variant="subtle"
          onClick={() => void turnBack()}
          leftSection={<IconArrowBackUp size={18} stroke={1.5} aria-hidden="true" />}
        >
          {say(isComment ? 'tasks.back.comment' : 'tasks.back')}
        </Button>
      </div>
    </div>
  );
}
