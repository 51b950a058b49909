import { IconChevronRight } from '@tabler/icons-react';
import { useTexts } from '../../shared/intl/messages';
import { Bone, ProblemNotice } from '../../shared/ui/states';
import { useWide } from '../../shared/ui/use-wide';
import { BriefBlock, ConnectionRow, StaffRow, WritingRow } from './brief-parts';
import style from './member-brief.module.css';
import { memberBriefTexts } from './member-brief.messages';
import { useGetMemberBriefQuery } from './members.api';

/** Most of each on the member's page; the brief shows more. */
const PEOPLE = 3;
const WRITINGS = 2;

/** Who knows the member, connections, and open issues (MBR-7). */
export function MemberRelations({ memberId }: { memberId: string }) {
  const say = useTexts(memberBriefTexts);
  const wide = useWide();
  const { currentData: brief, error, refetch } = useGetMemberBriefQuery(memberId);
  if (error && !brief) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  return (
    <details className={style.fold} open={wide} aria-busy={!brief}>
      <summary>
        {say('brief.relations')}
        <IconChevronRight size={16} stroke={1.5} aria-hidden="true" />
      </summary>
      <div className={style.relations}>
        {brief ? (
          <>
            <BriefBlock title={say('brief.staffs')} empty={say('brief.staffs.none')}>
              {brief.staffs.slice(0, PEOPLE).map((known) => (
                <StaffRow key={known.staff.id} known={known} />
              ))}
            </BriefBlock>
            <BriefBlock title={say('brief.connections')} empty={say('brief.connections.none')}>
              {brief.connections.slice(0, PEOPLE).map((connection) => (
                <ConnectionRow key={connection.member.id} connection={connection} />
              ))}
            </BriefBlock>
            <BriefBlock
              title={say('brief.issues')}
              count={brief.openIssues}
              empty={say('brief.issues.none')}
            >
              {brief.issues.slice(0, WRITINGS).map((writing) => (
                <WritingRow key={writing.postId} memberId={memberId} writing={writing} />
              ))}
            </BriefBlock>
            <BriefBlock
              title={say('brief.tasks')}
              count={brief.openTasks}
              empty={say('brief.tasks.none')}
            >
              {brief.tasks.slice(0, WRITINGS).map((task) => (
                <WritingRow
                  key={task.commentId ?? task.postId}
                  memberId={memberId}
                  writing={task}
                />
              ))}
            </BriefBlock>
          </>
        ) : (
          [0, 1, 2, 3].map((at) => (
            <div key={at} className={style.block}>
              <Bone width="45%" />
              <Bone width="80%" />
              <Bone width="65%" />
            </div>
          ))
        )}
      </div>
    </details>
  );
}
