import { ActionIcon, Group } from '@mantine/core';
import type { Label, LabelHint, MemberRef, Staff } from '@engawa/contracts';
import { IconChecklist, IconTag, IconUserPlus, IconX } from '@tabler/icons-react';
import { type Ref, useDeferredValue, useImperativeHandle, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import {
  useFindMembersQuery,
  useKnownMembers,
  useListLabelsQuery,
  useListStaffsQuery,
} from '../../../shared/directory/directory.api';
import { dayOf, dueAtDay, dueWords } from '../../../shared/directory/due.rules';
import { labelName, memberName } from '../../../shared/directory/names';
import { registerMemberTexts } from '../../../shared/directory/register-member.messages';
import { useRegisterMember } from '../../../shared/directory/use-register-member';
import { MemberAvatar } from '../../../shared/avatar/person-avatar';
import { useTexts } from '../../../shared/intl/messages';
import { recognise, type Suggestion } from '../../../shared/recognise/recognise.rules';
import { useMinute } from '../../../shared/display/use-minute';
import { composerTexts } from './composer.messages';
import style from './form.module.css';
import { type PostFormState, withMember } from './form-state';
import { useListLabelHintsQuery } from './label-hints.api';

/** Actions of the hints for the keys of the memo field. */
export interface HintsHandle {
  accept: () => boolean;
  putAway: () => boolean;
}

const noHints: readonly LabelHint[] = [];
const noMembers: readonly MemberRef[] = [];
const noStaffs: readonly Staff[] = [];
const noLabels: readonly Label[] = [];
const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/**
 * Suggestions recognised in the memo, shown below it: Tab applies the first, a click any. Nothing
 * is applied automatically.
 */
export function ComposerHints(props: {
  form: PostFormState;
  onChange: (change: (form: PostFormState) => PostFormState) => void;
  handle: Ref<HintsHandle>;
}) {
  const t = useTexts(composerTexts);
  const { onChange } = props;
  const [away, setAway] = useState<ReadonlySet<string>>(new Set());
  const suggestions = useSuggestions(props.form, away);
  const shown = suggestions.filter(({ id }) => !away.has(id));
  const take = useApplySuggestion(onChange);
  const putAway = () => setAway(new Set([...away, ...suggestions.map(({ id }) => id)]));

  useImperativeHandle(
    props.handle,
    () => ({
      accept() {
        const [first] = shown;
        if (first) take(first);
        return first !== undefined;
      },
      putAway() {
        if (shown.length === 0) return false;
        putAway();
        return true;
      },
    }),
    // The keys mean what is shown.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [shown.map(({ id }) => id).join(), take],
  );

  if (shown.length === 0) return null;
  return (
    <Group gap={6} wrap="nowrap" role="group" aria-label={t('composer.hints')}>
      <Group gap={6} miw={0}>
        {shown.map((suggestion, at) => (
          <button
            key={suggestion.id}
            type="button"
            className="engawa-finger engawa-chip"
            style={{ borderStyle: 'dashed', color: 'var(--e-text)' }}
            data-hint-kind={suggestion.kind}
            data-tip={
              suggestion.kind === 'label' && suggestion.learned
                ? t('composer.label.learned', { ...suggestion.learned })
                : undefined
            }
            aria-keyshortcuts={at === 0 ? 'Tab' : undefined}
            // Before the field loses the caret.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(suggestion)}
          >
            <HintWords suggestion={suggestion} />
            {at === 0 ? (
              <kbd className={style.key} aria-hidden="true">
                Tab
              </kbd>
            ) : null}
          </button>
        ))}
      </Group>
      <ActionIcon
        size={24}
        aria-label={t('composer.hints.away')}
        data-tip={`${t('composer.hints.away')} (Esc)`}
        onClick={putAway}
      >
        <IconX {...icon} />
      </ActionIcon>
    </Group>
  );
}

function HintWords({ suggestion }: { suggestion: Suggestion }) {
  const t = useTexts(composerTexts);
  const registerText = useTexts(registerMemberTexts);
  const intl = useIntl();
  const now = useMinute();
  switch (suggestion.kind) {
    case 'member': {
      const { member, shared } = suggestion;
      return (
        <>
          <MemberAvatar member={member} size={20} />
          {memberName(member)}
          {/* The company distinguishes people with the same name. */}
          {shared && member.company ? <small>{member.company}</small> : null}
        </>
      );
    }
    case 'label':
      return (
        <>
          <IconTag {...icon} />
          {suggestion.words}
        </>
      );
    case 'task': {
      const dueAt = dueAtDay(intl, suggestion.day, suggestion.time);
      return (
        <>
          <IconChecklist {...icon} />
          {t('composer.task', {
            name: suggestion.staff?.displayName ?? t('composer.task.nobody'),
            due: dueAt ? dueWords(intl, dueAt, now) : suggestion.phrase,
          })}
        </>
      );
    }
    case 'register':
      return (
        <>
          <IconUserPlus {...icon} />
          {registerText('registerMember.offer', { name: suggestion.name })}
        </>
      );
  }
}

type Answers = ReadonlyMap<string, readonly MemberRef[]>;
const noAnswers: Answers = new Map();

/** Each member once: `held`, the chosen ones and those that the server found overlap. */
const uniqueMembers = (members: readonly MemberRef[]) => [
  ...new Map(members.map((member) => [member.id, member])).values(),
];

/**
 * If the space has more members than are loaded, the server is queried before a name counts as
 * unknown: one name at a time, in the order of the text.
 */
function useSuggestions(form: PostFormState, away: ReadonlySet<string>): readonly Suggestion[] {
  const intl = useIntl();
  // A letter is shown before the memo is searched; what was applied is gone at once.
  const memo = useDeferredValue(form.memo);
  const { members, labelIds } = form;
  const hasTask = form.task !== null;
  const { data: held = noMembers, isSuccess } = useKnownMembers();
  const { data: staffs = noStaffs } = useListStaffsQuery();
  const { data: labels = noLabels } = useListLabelsQuery();
  const { data: labelHints = noHints } = useListLabelHintsQuery();
  const today = dayOf(intl, useMinute());
  // A member who is registered or removed changes what the server answers.
  const [answered, setAnswered] = useState({ members, answers: noAnswers });
  const answers = answered.members === members ? answered.answers : noAnswers;
  const suggestions = useMemo(
    () =>
      recognise(
        memo,
        {
          members: uniqueMembers([...held, ...members, ...[...answers.values()].flat()]),
          staffs,
          labels: labels.map((label) => ({ id: label.id, words: labelName(intl, label) })),
          labelHints,
          today,
          answers,
        },
        { memberIds: members.map(({ id }) => id), labelIds, hasTask },
      ),
    [memo, members, labelIds, hasTask, held, staffs, labels, labelHints, intl, today, answers],
  );
  const next = suggestions.find(
    (one) => one.kind === 'register' && !answers.has(one.name) && !away.has(one.id),
  );
  const name = next?.kind === 'register' ? next.name : '';
  const { currentData } = useFindMembersQuery(
    { q: name, limit: 50 },
    { skip: name === '' || !isSuccess },
  );
  // Set while rendering, so that the answer and the next question need no further commit.
  if (name !== '' && isSuccess && currentData !== undefined) {
    setAnswered({ members, answers: new Map(answers).set(name, currentData) });
  }
  // Until the response arrives, no name counts as new.
  return suggestions.filter((one) => one.kind !== 'register' || answers.has(one.name));
}

function useApplySuggestion(onChange: (change: (form: PostFormState) => PostFormState) => void) {
  const intl = useIntl();
  const register = useRegisterMember();
  const addMember = (member: MemberRef) => onChange((form) => withMember(form, member));
  return (suggestion: Suggestion) => {
    switch (suggestion.kind) {
      case 'member':
        return addMember(suggestion.member);
      case 'label':
        return onChange((form) => ({
          ...form,
          labelIds: [...new Set([...form.labelIds, suggestion.labelId])],
        }));
      case 'task':
        return onChange((form) => ({
          ...form,
          task: {
            status: 'waiting',
            assignUserId: suggestion.staff?.id ?? null,
            dueAt: dueAtDay(intl, suggestion.day, suggestion.time),
          },
        }));
      case 'register':
        return void register(suggestion.name).then((member) => member && addMember(member));
    }
  };
}
