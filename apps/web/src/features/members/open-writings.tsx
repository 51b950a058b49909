import type { MemberBrief } from '@engawa/contracts';
import { paths } from '../../shared/address/paths';
import { useTexts } from '../../shared/intl/messages';
import { BriefBlock, WritingRow } from './brief-parts';
import { memberBriefTexts } from './member-brief.messages';
import { memberTabPath } from './member-tab.rules';

/** Shown of each; the search and the tab have all. */
const SHOWN = 2;

interface Props {
  memberId: string;
  brief: MemberBrief;
  /** Most that are listed. */
  shown?: number;
  /** One line for each, without its author. */
  short?: boolean;
  /** Says that there is none, instead of showing nothing. */
  saysNone?: boolean;
}

/** The open issues of a member. */
export function OpenIssues({ memberId, brief, shown = SHOWN, short, saysNone }: Props) {
  const t = useTexts(memberBriefTexts);
  if (brief.openIssues === 0 && !saysNone) return null;
  return (
    <BriefBlock
      title={t('brief.issues')}
      count={brief.openIssues}
      all={`${paths.search}?member=${memberId}&issue=open`}
      empty={t('brief.issues.none')}
    >
      {brief.issues.slice(0, shown).map((writing) => (
        <WritingRow key={writing.postId} memberId={memberId} writing={writing} short={short} />
      ))}
    </BriefBlock>
  );
}

/** The open tasks of a member. */
export function OpenTasks({ memberId, brief, shown = SHOWN, short, saysNone }: Props) {
  const t = useTexts(memberBriefTexts);
  if (brief.openTasks === 0 && !saysNone) return null;
  return (
    <BriefBlock
      title={t('brief.tasks')}
      count={brief.openTasks}
      all={memberTabPath(memberId, 'tasks')}
      empty={t('brief.tasks.none')}
    >
      {brief.tasks.slice(0, shown).map((task) => (
        <WritingRow
          key={task.commentId ?? task.postId}
          memberId={memberId}
          writing={task}
          short={short}
        />
      ))}
    </BriefBlock>
  );
}
