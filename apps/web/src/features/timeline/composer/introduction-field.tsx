import { TextInput } from '@mantine/core';
import type { IntroductionInput, MemberRef } from '@engawa/contracts';
import { IconArrowRight } from '@tabler/icons-react';
import { memberName } from '../../../shared/directory/names';
import { useTexts } from '../../../shared/intl/messages';
import style from '../post/introduction.module.css';
import { timelineTexts } from '../timeline.messages';

/** The introduction if it fits the chosen members; otherwise null. */
export function fittingIntroduction(
  introduction: IntroductionInput | null,
  members: readonly MemberRef[],
): IntroductionInput | null {
  if (!introduction) return null;
  const has = (id: string) => members.some((member) => member.id === id);
  return has(introduction.memberId) && has(introduction.toMemberId) ? introduction : null;
}

/** The introduction of the first chosen member to the second. */
export function introductionOf(members: readonly MemberRef[]): IntroductionInput | null {
  const [first, second] = members;
  if (!first || !second) return null;
  return { memberId: first.id, toMemberId: second.id, about: '', outcome: 'open', outcomeNote: '' };
}

/** Field of an introduction: who to whom, and about what (TML-12). */
export function IntroductionField(props: {
  value: IntroductionInput;
  members: readonly MemberRef[];
  onChange: (value: IntroductionInput) => void;
}) {
  const t = useTexts(timelineTexts);
  const { value, members, onChange } = props;
  const nameOf = (id: string) => {
    const member = members.find((candidate) => candidate.id === id);
    return member ? memberName(member) : '';
  };
  return (
    <div className={style.line}>
      <span className={style.pair}>
        {nameOf(value.memberId)}
        <IconArrowRight size={16} stroke={1.5} aria-label={t('timeline.introduction.to')} />
        {nameOf(value.toMemberId)}
      </span>
      <TextInput
        flex={1}
        miw="12em"
        aria-label={t('timeline.introduction.about')}
        placeholder={t('timeline.introduction.about')}
        maxLength={500}
        value={value.about}
        onChange={(event) => onChange({ ...value, about: event.currentTarget.value })}
      />
    </div>
  );
}
