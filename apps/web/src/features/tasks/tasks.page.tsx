import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import type { Task, TaskStatus, UpdateTaskInput } from '@engawa/contracts';
import { Button, SegmentedControl } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { type ReactNode, useCallback, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useListLabelsQuery, useListStaffsQuery } from '../../shared/directory/directory.api';
import { StaffFace } from '../../shared/directory/person-face';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { SelectionBar } from '../../shared/rows/selection-bar';
import { useRows } from '../../shared/rows/use-rows';
import { useWalk } from '../../shared/rows/use-walk';
import { useSession } from '../../shared/session/use-session';
import { PageFrame } from '../../shared/ui/page-frame';
import { EmptyState } from '../../shared/ui/states';
import { showFailure, showToast } from '../../shared/ui/toast.store';
import { useNarrow } from '../../shared/ui/use-wide';
import { FilterBar } from './filter-bar';
import { TaskBoard } from './task-board';
import { useTaskCommands } from './task-commands';
import { TaskDetail } from './task-detail';
import { TaskList } from './task-list';
import { currentTask, useDeleteTaskMutation, useUpdateTaskMutation } from './task-changes.api';
import { type TaskCounts, useCountTasksQuery } from './tasks.api';
import { readTaskAddress, type TaskAddress, writeTaskAddress } from './tasks.rules';
import { taskTexts } from './tasks.messages';
import style from './tasks.module.css';

/** All tasks, tasks by staff member, and the reader's own; the address selects the view (TSK-2). */
export function TasksPage(props: { thread: (task: Task) => ReactNode }) {
  const say = useTexts(taskTexts);
  const common = useTexts(commonTexts);
  const problemText = useProblemText();
  const navigate = useNavigate();
  const narrow = useNarrow();
  const { taskId = null } = useParams();
  const [params, setParams] = useSearchParams();
  const { staff } = useSession();
  const { data: labels = [] } = useListLabelsQuery();
  const [update] = useUpdateTaskMutation();
  const [remove] = useDeleteTaskMutation();

  const usualLayout = narrow ? 'list' : 'board';
  const address = readTaskAddress(params, usualLayout);
  const assignUserId =
    address.view === 'mine' ? staff.id : address.view === 'staff' ? address.staff : undefined;
  const { data: all } = useCountTasksQuery({});
  const { data: mine } = useCountTasksQuery({ assignUserId }, { skip: !assignUserId });
  // The counters cover status and assignee only; other filters are counted from the loaded tasks.
  const narrowed = address.labels.length > 0 || address.due !== undefined;
  const counts = narrowed ? undefined : assignUserId ? mine?.counts : all?.counts;
  const choose = (next: TaskAddress) =>
    setParams(writeTaskAddress(next, usualLayout), { replace: true });
  const set = (change: Partial<TaskAddress>) => choose({ ...address, ...change });

  const onChange = (task: Task, change: UpdateTaskInput) => {
    update({ task, change })
      .unwrap()
      .catch((error: unknown) => {
        const now = currentTask(error);
        if (!now) return showFailure(problemText(error));
        const status = common(`common.status.${now.task.status}`);
        return showFailure(
          change.status && now.task.status !== task.task.status
            ? say('tasks.raced', { status })
            : say('tasks.raced.other'),
        );
      });
  };
  const onTurnBack = (task: Task) => {
    void close();
    remove(task)
      .unwrap()
      .then(
        () => showToast(say('tasks.back.done')),
        (error: unknown) => showFailure(problemText(error)),
      );
  };
  const query = params.toString();
  const onOpen = (task: Task) => navigate(`${paths.task(task.id)}${query ? `?${query}` : ''}`);
  const close = () => navigate(`${paths.tasks}${query ? `?${query}` : ''}`);

  const empty =
    counts !== undefined && address.statuses.every((status) => (counts[status] ?? 0) === 0);
  const wanted = {
    assignUserId,
    ...(address.labels.length > 0 ? { labelIds: address.labels.join(',') } : {}),
    ...(address.due ? { due: address.due } : {}),
  };
  const [columns, setColumns] = useState<Partial<Record<TaskStatus, readonly Task[]>>>({});
  const onShown = useCallback(
    (status: TaskStatus, tasks: readonly Task[]) =>
      setColumns((now) => ({ ...now, [status]: tasks })),
    [],
  );
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const shown = address.statuses.flatMap((status) => columns[status] ?? []);
  const ids = shown.map(({ id }) => id);
  const commands = useTaskCommands(shown, labels);
  const openId = (id: string, replace = false) =>
    void navigate(`${paths.task(id)}${query ? `?${query}` : ''}`, { replace });
  useRows({ ids, selected, onSelect: setSelected, commands, onOpen: openId });
  useWalk(ids, taskId, (id) => openId(id, true));
  const list = {
    ...{ statuses: address.statuses, wanted, counts, labels, selected },
    ...{ onOpen, onChange, onShown },
  };
  return (
    <PageFrame
      title={say('tasks.title')}
      width={1320}
      aside={
        <>
          <SegmentedControl
            size="sm"
            className={style.segments}
            aria-label={say('tasks.view')}
            value={address.view}
            onChange={(view) => set({ view: view as TaskAddress['view'] })}
            data={(['status', 'staff', 'mine'] as const).map((view) => ({
              value: view,
              label: say(`tasks.view.${view}`),
            }))}
          />
          {narrow ? null : (
            <SegmentedControl
              size="sm"
              className={style.segments}
              aria-label={say('tasks.layout')}
              value={address.layout}
              onChange={(layout) => set({ layout: layout as TaskAddress['layout'] })}
              data={(['board', 'list'] as const).map((layout) => ({
                value: layout,
                label: say(`tasks.layout.${layout}`),
              }))}
            />
          )}
        </>
      }
    >
      {address.view === 'staff' ? (
        <StaffStrip counts={all} chosen={address.staff} onChoose={(id) => set({ staff: id })} />
      ) : null}
      <FilterBar address={address} counts={counts} labels={labels} onSet={set} onChoose={choose} />
      {empty ? (
        <EmptyState
          icon={<IconChecklist size={40} stroke={1.2} />}
          title={say(address.view === 'mine' ? 'tasks.empty.mine' : 'tasks.empty')}
          action={
            <Button component={Link} to={paths.timeline} variant="default">
              {say('tasks.empty.action')}
            </Button>
          }
        >
          {say(address.view === 'mine' ? 'tasks.empty.mine.text' : 'tasks.empty.text')}
        </EmptyState>
      ) : address.layout === 'board' ? (
        <TaskBoard {...list} />
      ) : (
        <TaskList {...list} />
      )}
      <SelectionBar
        selected={selected}
        commands={commands}
        onClear={() => setSelected(new Set())}
      />
      <TaskDetail
        taskId={taskId}
        labels={labels}
        thread={props.thread}
        onClose={close}
        onChange={onChange}
        onTurnBack={onTurnBack}
      />
    </PageFrame>
  );
}

/** The space's staff with their open tasks; choosing one shows their tasks. */
function StaffStrip(props: {
  counts: TaskCounts | undefined;
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
}) {
  const say = useTexts(taskTexts);
  const { data: staffs = [] } = useListStaffsQuery();
  const open = (id: string | null) => {
    const found = props.counts?.byStaff.find((row) => row.assignUserId === id)?.counts;
    return (found?.waiting ?? 0) + (found?.inProgress ?? 0);
  };
  const shown = staffs.filter((staff) => !staff.deactivated || open(staff.id) > 0);
  const toggle = (id: string) => props.onChoose(props.chosen === id ? undefined : id);
  return (
    <div className={style.strip} role="group" aria-label={say('tasks.staffs')}>
      {shown.map((staff) => (
        <button
          key={staff.id}
          type="button"
          className={style.stripItem}
          aria-pressed={props.chosen === staff.id}
          onClick={() => toggle(staff.id)}
        >
          <StaffFace staff={staff} size={32} />
          <span>
            {staff.displayName}
            <small>{say('tasks.staff.count', { count: open(staff.id) })}</small>
          </span>
        </button>
      ))}
      <button
        type="button"
        className={style.stripItem}
        aria-pressed={props.chosen === 'none'}
        onClick={() => toggle('none')}
      >
        <span>
          {say('tasks.unassigned')}
          <small>{say('tasks.staff.count', { count: open(null) })}</small>
        </span>
      </button>
    </div>
  );
}
