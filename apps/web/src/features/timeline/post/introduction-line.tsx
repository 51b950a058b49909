import { Text } from '@mantine/core';
import type { Post } from '@engawa/contracts';
import { IconArrowRight, IconChevronDown, IconUsersPlus } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { paths } from '../../../shared/address/paths';
import { memberName } from '../../../shared/directory/names';
import { useTexts } from '../../../shared/intl/messages';
import { ChoiceMenu } from '../../../shared/menu/choice-menu';
import style from './introduction.module.css';
import { timelineTexts } from '../timeline.messages';

type Outcome = NonNullable<Post['introduction']>['outcome'];
const outcomes: readonly Outcome[] = ['open', 'met', 'succeeded', 'declined'];

/** The introduction of a post and its outcome. */
export function IntroductionLine(props: {
  introduction: NonNullable<Post['introduction']>;
  onOutcome?: (outcome: Outcome) => void;
}) {
  const t = useTexts(timelineTexts);
  const { introduction, onOutcome } = props;
  const word = t(`timeline.introduction.${introduction.outcome}`);
  return (
    <div className={style.line}>
      <IconUsersPlus size={16} stroke={1.5} aria-label={t('timeline.introduction')} />
      <span className={style.pair}>
        <Link to={paths.member(introduction.member.id)}>{memberName(introduction.member)}</Link>
        <IconArrowRight size={14} stroke={1.5} aria-label={t('timeline.introduction.to')} />
        <Link to={paths.member(introduction.toMember.id)}>{memberName(introduction.toMember)}</Link>
      </span>
      <Text span inherit flex={1}>
        {introduction.about}
      </Text>
      {onOutcome ? (
        <ChoiceMenu
          width={180}
          position="bottom-end"
          button={
            <button type="button" className="engawa-finger engawa-tool">
              {word}
              <IconChevronDown size={14} stroke={1.5} aria-hidden="true" />
            </button>
          }
          choices={() =>
            outcomes.map((outcome) => ({
              id: outcome,
              word: t(`timeline.introduction.${outcome}`),
              onChoose: () => onOutcome(outcome),
            }))
          }
        />
      ) : (
        <Text span inherit c="dimmed">
          {word}
        </Text>
      )}
    </div>
  );
}
