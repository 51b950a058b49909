import type { Label, TaskStatus } from '@engawa/contracts';
import { useIntl } from 'react-intl';
import { useListStaffsQuery } from '../directory/directory.api';
import { duePresets, dueWords } from '../directory/due.rules';
import { dueFormTexts } from '../directory/due-form.messages';
import { matchingStaff } from '../directory/matching-staff';
import { labelName } from '../directory/names';
import { StaffFace } from '../directory/person-face';
import { statusOrder } from '../directory/task-status';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import { readDay } from '../recognise/dates.rules';
import { useSession } from '../session/use-session';
import type { Choosing } from '../ui/chooser.store';
import { LabelChip } from '../ui/label-chip';
import { StatusPill } from '../ui/status-pill';
import { rowTexts } from './rows.messages';

const flat = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/** Statuses of a task; `current` is that of all rows. */
export function useStatusChoices() {
  const say = useTexts(rowTexts);
  const common = useTexts(commonTexts);
  return (current: TaskStatus | undefined, take: (status: TaskStatus) => void): Choosing => ({
    title: say('rows.status'),
    choices: (query) =>
      statusOrder
        .map((status) => ({
          id: status,
          words: common(`common.status.${status}`),
          mark: <StatusPill status={status} />,
          current: status === current,
          run: () => take(status),
        }))
        .filter(({ words }) => flat(words).includes(flat(query))),
  });
}

/** Active staff, the reader first, and nobody. */
export function useAssigneeChoices() {
  const say = useTexts(rowTexts);
  const { staff: me } = useSession();
  const { data: staffs = [] } = useListStaffsQuery();
  return (
    current: string | null | undefined,
    take: (staffId: string | null) => void,
  ): Choosing => ({
    title: say('rows.assign'),
    choices: (query) => [
      ...matchingStaff(staffs, query.trim())
        .toSorted((a, b) => Number(b.id === me.id) - Number(a.id === me.id))
        .map((staff) => ({
          id: staff.id,
          words: staff.displayName,
          more: staff.jobTitle,
          mark: <StaffFace staff={staff} size={24} />,
          current: staff.id === current,
          run: () => take(staff.id),
        })),
      ...(query.trim() === ''
        ? [
            {
              id: 'none',
              words: say('rows.nobody'),
              current: current === null,
              run: () => take(null),
            },
          ]
        : []),
    ],
  });
}

/** Due dates; a typed day such as 来週水曜 or 11/25 comes first. */
export function useDueChoices() {
  const say = useTexts(rowTexts);
  const words = useTexts(dueFormTexts);
  const intl = useIntl();
  return (take: (dueAt: string | null) => void): Choosing => ({
    title: say('rows.due'),
    choices: (query) => {
      const now = Date.now();
      const typed = query.trim() === '' ? null : readDay(intl, query, now);
      const choice = (id: string, dueAt: string, name: string) => ({
        id,
        words: name,
        more: dueWords(intl, dueAt, now),
        run: () => take(dueAt),
      });
      if (typed) return [choice('typed', typed.dueAt, typed.text)];
      return [
        ...duePresets(intl, now).map(({ name, dueAt }) =>
          choice(name, dueAt, words(`due.form.${name}`)),
        ),
        { id: 'none', words: say('rows.noDue'), run: () => take(null) },
      ].filter((entry) => flat(entry.words).includes(flat(query)));
    },
  });
}

/** Labels; `on` says which of them all rows have. */
export function useLabelChoices() {
  const say = useTexts(rowTexts);
  const intl = useIntl();
  return (
    labels: readonly Label[],
    on: (id: string) => boolean,
    toggle: (id: string) => void,
  ): Choosing => ({
    title: say('rows.label'),
    choices: (query) =>
      labels
        .map((label) => ({
          id: label.id,
          words: labelName(intl, label),
          mark: <LabelChip label={label} />,
          current: on(label.id),
          run: () => toggle(label.id),
        }))
        .filter(({ words }) => flat(words).includes(flat(query))),
  });
}
