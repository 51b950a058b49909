import type { MemberBrief } from '@engawa/contracts';
import { paths } from '../../shared/address/paths';
import { useTexts } from '../../shared/intl/messages';
import { BriefBlock, WritingRow } from './brief-parts';
import { memberBriefTexts } from './member-brief.messages';
import { memberTabPath } from './member-tab.rules';

/** Most of each; the search and the tab have all. */
const SHOWN = 2;

interface Props {
  memberId: string;
  brief: MemberBrief;
  /** One line for each, without its author. */
  short?: boolean;
}

/** The open issues of a member; nothing where there is none. */
export function OpenIssues({ memberId, brief, short }: Props) {
  const t = useTexts(memberBriefTexts);
  if (brief.openIssues === 0) return null;
  return (
    <BriefBlock
      title={t('brief.issues')}
      count={brief.openIssues}
      all={`${paths.search}?member=${memberId}&issue=open`}
      empty=""
    >
      {brief.issues.slice(0, SHOWN).map((writing) => (
        <WritingRow key={writing.postId} memberId={memberId} writing={writing} short={short} />
      ))}
    </BriefBlock>
  );
}

/** The open tasks of a member; nothing where there is none. */
export function OpenTasks({ memberId, brief, short }: Props) {
  const t = useTexts(memberBriefTexts);
  if (brief.openTasks === 0) return null;
  return (
    <BriefBlock
      title={t('brief.tasks')}
      count={brief.openTasks}
      all={memberTabPath(memberId, 'tasks')}
      empty=""
    >
      {brief.tasks.slice(0, SHOWN).map((task) => (
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
