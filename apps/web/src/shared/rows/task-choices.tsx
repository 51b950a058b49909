import type { TaskStatus } from '@engawa/contracts';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { useLoadedDirectory } from '../directory/use-loaded-directory';
import { duePresets, dueWords } from '../directory/due.rules';
import { dueFormTexts } from '../directory/due-form.messages';
import { matchingStaff } from '../directory/matching-staff';
import { labelName } from '../directory/names';
import { StaffAvatar } from '../avatar/person-avatar';
import { statusOrder } from '../directory/task-status';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import { readDay } from '../recognise/dates.rules';
import { useSession } from '../session/use-session';
import type { Choosing } from '../menu/chooser.store';
import { LabelChip } from '../display/label-chip';
import { matches } from '../list/matches';
import { StatusPill } from '../display/status-pill';
import { rowTexts } from './rows.messages';

/** Statuses of a task; `current` is that of all rows. */
export function useStatusChoices() {
  const t = useTexts(rowTexts);
  const common = useTexts(commonTexts);
  return (current: TaskStatus | undefined, take: (status: TaskStatus) => void): Choosing => ({
    title: t('rows.status'),
    choices: (query) =>
      statusOrder
        .map((status) => ({
          id: status,
          words: common(`common.status.${status}`),
          mark: <StatusPill status={status} />,
          current: status === current,
          run: () => take(status),
        }))
        .filter(({ words }) => matches(words, query)),
  });
}

/** Active staff, the reader first, and nobody. */
export function useAssigneeChoices() {
  const t = useTexts(rowTexts);
  const { staff: me } = useSession();
  const { loadStaffs } = useLoadedDirectory();
  return async (
    current: string | null | undefined,
    take: (staffId: string | null) => void,
  ): Promise<Choosing | null> => {
    const staffs = await loadStaffs();
    if (!staffs) return null;
    return {
      title: t('rows.assign'),
      choices: (query) => [
        ...matchingStaff(staffs, query.trim())
          .toSorted((a, b) => Number(b.id === me.id) - Number(a.id === me.id))
          .map((staff) => ({
            id: staff.id,
            words: staff.displayName,
            more: staff.jobTitle,
            mark: <StaffAvatar staff={staff} size={24} />,
            current: staff.id === current,
            run: () => take(staff.id),
          })),
        ...(query.trim() === ''
          ? [
              {
                id: 'none',
                words: t('rows.nobody'),
                current: current === null,
                run: () => take(null),
              },
            ]
          : []),
      ],
    };
  };
}

/** Due dates; a typed day such as 来週水曜 or 11/25 comes first. */
export function useDueChoices() {
  const t = useTexts(rowTexts);
  const words = useTexts(dueFormTexts);
  const intl = useIntl();
  return (take: (dueAt: string | null) => void): Choosing => ({
    title: t('rows.due'),
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
        { id: 'none', words: t('rows.noDue'), run: () => take(null) },
      ].filter((entry) => matches(entry.words, query));
    },
  });
}

/** Labels; `on` says which of them all rows have. */
export function useLabelChoices() {
  const t = useTexts(rowTexts);
  const intl = useIntl();
  const { loadLabels } = useLoadedDirectory();
  return async (
    on: (id: string) => boolean,
    toggle: (id: string) => void,
  ): Promise<Choosing | null> => {
    const labels = await loadLabels();
    if (!labels) return null;
    return {
      title: t('rows.label'),
      choices: (query) =>
        labels
          .map((label) => ({
            id: label.id,
            words: labelName(intl, label),
            mark: <LabelChip label={label} />,
            current: on(label.id),
            run: () => toggle(label.id),
          }))
          .filter(({ words }) => matches(words, query)),
    };
  };
}

/** The reactions of the space. */
export function useReactionChoices() {
  const t = useTexts(rowTexts);
  const { loadReactions } = useLoadedDirectory();
  return useCallback(
    async (take: (reactionId: string) => void): Promise<Choosing | null> => {
      const reactions = await loadReactions();
      if (!reactions) return null;
      return {
        title: t('rows.react'),
        choices: (query) =>
          reactions
            .filter(({ name, emoji }) => `${name}${emoji}`.includes(query.trim()))
            .map(({ id, name, emoji }) => ({ id, words: name, mark: emoji, run: () => take(id) })),
      };
    },
    [t, loadReactions],
  );
}
