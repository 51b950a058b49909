import '@mantine/core/styles/Table.css';
import type { TaskStatus } from '@engawa/contracts';
import { Box, Group, Stack, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { AssigneeMenu } from '../../shared/directory/assignee-menu';
import { DueMenu } from '../../shared/directory/due-menu';
import { useTexts } from '../../shared/intl/messages';
import { LabelChip } from '../../shared/display/label-chip';
import { StatusPill } from '../../shared/display/status-pill';
import { useNarrow } from '../../shared/layout/use-wide';
import { FinishButton, TaskCard, TaskMemo, TaskPeople } from './task-card';
import { type CardProps, type ShownTasks, TasksOf, useTasksOf } from './task-section';
import { taskTexts } from './tasks.messages';
import style from './tasks.module.css';

/** Tasks in sections by status: a table, or cards on a phone. */
export function TaskList(props: ShownTasks) {
  return (
    <Stack gap={24}>
      {props.statuses.map((status) => (
        <Section key={status} status={status} shown={props} />
      ))}
    </Stack>
  );
}

function Section({ status, shown }: { status: TaskStatus; shown: ShownTasks }) {
  const narrow = useNarrow();
  const found = useTasksOf(status, shown);
  return (
    <Stack component="section" gap={10} data-status={status}>
      <TasksOf
        status={status}
        found={found}
        shown={shown}
        skeletons={2}
        card={(card) =>
          narrow ? (
            <TaskCard key={card.task.id} {...card} />
          ) : (
            <TaskRow key={card.task.id} {...card} />
          )
        }
        frame={(rows) =>
          narrow || found.tasks.length === 0 ? (
            rows
          ) : (
            <TaskTable about={shown.about}>{rows}</TaskTable>
          )
        }
      />
    </Stack>
  );
}

/** The frame of rows of tasks on a wide screen. */
export function TaskTable(props: { about?: string; children: ReactNode }) {
  const t = useTexts(taskTexts);
  return (
    <Table fz="sm" verticalSpacing={6} layout="fixed">
      <Table.Thead>
        <Table.Tr>
          {props.about ? null : <Table.Th w="18%">{t('tasks.detail.members')}</Table.Th>}
          <Table.Th>{t('tasks.memo')}</Table.Th>
          <Table.Th w={60}>{t('tasks.detail.status')}</Table.Th>
          <Table.Th w={136}>{t('tasks.detail.assignee')}</Table.Th>
          <Table.Th w={152}>{t('tasks.detail.due')}</Table.Th>
          <Table.Th w={44} aria-label={t('tasks.finish')} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{props.children}</Table.Tbody>
    </Table>
  );
}

export function TaskRow(props: CardProps) {
  const { task, onChange } = props;
  const labels = props.labels.filter((label) => task.labelIds.includes(label.id));
  return (
    <Table.Tr
      className={style.row}
      data-row={task.id}
      data-selected={props.selected || undefined}
      tabIndex={-1}
    >
      {props.about ? null : (
        <Table.Td>
          <TaskPeople task={task} />
        </Table.Td>
      )}
      <Table.Td>
        <Group gap={8} wrap="nowrap">
          <TaskMemo memo={task.memo} lines={1} onOpen={props.onOpen} />
          {props.about ? (
            <Box flex="none" maw="45%">
              <TaskPeople task={task} about={props.about} />
            </Box>
          ) : null}
          {labels.map((label) => (
            <LabelChip key={label.id} label={label} />
          ))}
        </Group>
      </Table.Td>
      <Table.Td>
        <StatusPill sign status={task.task.status} onChange={(status) => onChange({ status })} />
      </Table.Td>
      <Table.Td>
        <AssigneeMenu
          assignUserId={task.task.assignUserId}
          onChange={(assignUserId) => onChange({ assignUserId })}
        />
      </Table.Td>
      <Table.Td>
        <DueMenu task={task.task} onChange={(dueAt) => onChange({ dueAt })} />
      </Table.Td>
      <Table.Td>
        <FinishButton task={task} onFinish={() => onChange({ status: 'done' })} />
      </Table.Td>
    </Table.Tr>
  );
}
