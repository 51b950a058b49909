import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import type { Task, TaskStatus } from '@engawa/contracts';
import { Box, Button, SegmentedControl, Text } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useListLabelsQuery, useListStaffsQuery } from '../../shared/directory/directory.api';
import { StaffAvatar } from '../../shared/avatar/person-avatar';
import choice from '../../shared/display/choice-card.module.css';
import { useTexts } from '../../shared/intl/messages';
import { ChipRow } from '../../shared/list/filter-chip';
import { useProblemText } from '../../shared/problem/problem-text';
import { RowKeys } from '../../shared/rows/keys';
import { SelectionBar } from '../../shared/rows/selection-bar';
import { useRows } from '../../shared/rows/use-rows';
import { useSelection } from '../../shared/rows/use-selection';
import { useArrowKeys } from '../../shared/rows/use-arrow-keys';
import { useSession } from '../../shared/session/use-session';
import { PageFrame } from '../../shared/layout/page-frame';
import { FailedQueries, SharedNotice } from '../../shared/feedback/part-problem';
import { EmptyState } from '../../shared/feedback/states';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { useNarrow } from '../../shared/layout/use-wide';
import { FilterBar } from './filter-bar';
import { TaskBoard } from './task-board';
import { useTaskCommands } from './task-commands';
import { TaskDetail } from './task-detail';
import { TaskList } from './task-list';
import { useDeleteTaskMutation } from './task-changes.api';
import { type TaskCounts, useCountTasksQuery } from './tasks.api';
import { useTaskChange } from './use-task-change';
import { readTaskAddress, type TaskAddress, writeTaskAddress } from './tasks.rules';
import { taskTexts } from './tasks.messages';

/** All tasks, tasks by staff member, and the reader's own; the address selects the view (TSK-2). */
export function TasksPage(props: { thread: (task: Task) => ReactNode }) {
  const t = useTexts(taskTexts);
  const problemText = useProblemText();
  const navigate = useNavigate();
  const narrow = useNarrow();
  const { taskId = null } = useParams();
  const [params, setParams] = useSearchParams();
  const { staff } = useSession();
  const { data: labels = [] } = useListLabelsQuery();
  const [remove] = useDeleteTaskMutation();

  const usualLayout = narrow ? 'list' : 'board';
  const address = useMemo(() => readTaskAddress(params, usualLayout), [params, usualLayout]);
  const assignUserId =
    address.view === 'mine' ? staff.id : address.view === 'staff' ? address.staff : undefined;
  const { data: all } = useCountTasksQuery({});
  const { currentData: mine } = useCountTasksQuery({ assignUserId }, { skip: !assignUserId });
  // The counters cover status and assignee only; other filters are counted from the loaded tasks.
  const narrowed = address.labels.length > 0 || address.due !== undefined;
  const counts = narrowed ? undefined : assignUserId ? mine?.counts : all?.counts;
  const choose = (next: TaskAddress) =>
    setParams(writeTaskAddress(next, usualLayout), { replace: true });
  const set = (change: Partial<TaskAddress>) => choose({ ...address, ...change });

  const onChange = useTaskChange();
  const onRemoveTask = (task: Task) => {
    void close();
    remove(task)
      .unwrap()
      .then(
        () => showToast(t('tasks.back.done')),
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
  const shown = useMemo(
    () => (empty ? [] : address.statuses.flatMap((status) => columns[status] ?? [])),
    [empty, address, columns],
  );
  const ids = useMemo(() => shown.map(({ id }) => id), [shown]);
  const [selected, setSelected] = useSelection(ids);
  const commands = useTaskCommands(shown);
  const openId = (id: string, replace = false) =>
    void navigate(`${paths.task(id)}${query ? `?${query}` : ''}`, { replace });
  useRows({ ids, selected, onSelect: setSelected, commands, onOpen: openId });
  useArrowKeys(ids, taskId, (id) => openId(id, true));
  const list = {
    ...{ statuses: address.statuses, wanted, counts, labels, selected },
    ...{ onOpen, onChange, onShown },
  };
  return (
    <PageFrame
      title={t('tasks.title')}
      aside={
        <>
          <SegmentedControl
            size="sm"
            aria-label={t('tasks.view')}
            value={address.view}
            onChange={(view) => set({ view: view as TaskAddress['view'] })}
            data={(['status', 'staff', 'mine'] as const).map((view) => ({
              value: view,
              label: t(`tasks.view.${view}`),
            }))}
          />
          {narrow ? null : (
            <SegmentedControl
              size="sm"
              aria-label={t('tasks.layout')}
              value={address.layout}
              onChange={(layout) => set({ layout: layout as TaskAddress['layout'] })}
              data={(['board', 'list'] as const).map((layout) => ({
                value: layout,
                label: t(`tasks.layout.${layout}`),
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
          title={t(address.view === 'mine' ? 'tasks.empty.mine' : 'tasks.empty')}
          action={
            <Button component={Link} to={paths.timeline} variant="default">
              {t('tasks.empty.action')}
            </Button>
          }
        >
          {t(address.view === 'mine' ? 'tasks.empty.mine.text' : 'tasks.empty.text')}
        </EmptyState>
      ) : (
        <RowKeys value>
          <SharedNotice>
            {address.layout === 'board' ? <TaskBoard {...list} /> : <TaskList {...list} />}
          </SharedNotice>
        </RowKeys>
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
        onRemoveTask={onRemoveTask}
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
  const t = useTexts(taskTexts);
  const staffList = useListStaffsQuery();
  const { data: staffs = [] } = staffList;
  /** Unknown until the counts are there. */
  const open = (id: string | null) => {
    if (!props.counts) return undefined;
    const found = props.counts.byStaff.find((row) => row.assignUserId === id)?.counts;
    return (found?.waiting ?? 0) + (found?.inProgress ?? 0);
  };
  const shown = staffs.filter((staff) => !staff.deactivated || open(staff.id));
  const toggle = (id: string) => props.onChoose(props.chosen === id ? undefined : id);
  return (
    <Box mb="md">
      <FailedQueries of={[staffList]} />
      <ChipRow aria-label={t('tasks.staffs')}>
        {shown.map((staff) => (
          <button
            key={staff.id}
            type="button"
            className={choice.card}
            style={stripItem}
            aria-pressed={props.chosen === staff.id}
            onClick={() => toggle(staff.id)}
          >
            <StaffAvatar staff={staff} size={32} />
            <StripText name={staff.displayName} open={open(staff.id)} />
          </button>
        ))}
        <button
          type="button"
          className={choice.card}
          style={stripItem}
          aria-pressed={props.chosen === 'none'}
          onClick={() => toggle('none')}
        >
          <StripText name={t('tasks.unassigned')} open={open(null)} />
        </button>
      </ChipRow>
    </Box>
  );
}

const stripItem = { flex: 'none', gridAutoFlow: 'column', alignItems: 'center' } as const;

function StripText({ name, open }: { name: string; open: number | undefined }) {
  const t = useTexts(taskTexts);
  return (
    <Box component="span" maw={180} lh={1.4}>
      <Text span truncate inherit display="block">
        {name}
      </Text>
      <small>{open === undefined ? '–' : t('tasks.staff.count', { count: open })}</small>
    </Box>
  );
}
