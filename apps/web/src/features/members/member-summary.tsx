import { Link } from 'react-router-dom';
import type { Member } from '@engawa/contracts';
import { paths } from '../../shared/address/paths';
import { StaffAvatar } from '../../shared/avatar/person-avatar';
import { ProblemNotice, Skeleton } from '../../shared/feedback/states';
import { useTexts } from '../../shared/intl/messages';
import { BriefBlock, WritingRow } from './brief-parts';
import { memberBriefTexts } from './member-brief.messages';
import { useMemberHistory } from './member-history';
import { memberPageTexts } from './member-page.messages';
import style from './member-page.module.css';
import { memberTabPath } from './member-tab.rules';
import { useGetMemberBriefQuery } from './members.api';
import { Stack } from '@mantine/core';

/** Most of each; the tabs have all. */
const PEOPLE_SHOWN = 3;
const POSTS_SHOWN = 2;

/** The brief as head of the page: who knows the member, and what is open (MBR-7). */
export function MemberSummary({ member }: { member: Member }) {
  const t = useTexts(memberBriefTexts);
  const { id } = member;
  const { currentData: brief, error, refetch } = useGetMemberBriefQuery(id);
  if (error && !brief) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!brief) {
    return (
      <Stack gap="sm" mt="sm" aria-busy="true">
        <Skeleton width="60%" />
        {member.openIssues > 0 ? <Skeleton width="80%" /> : null}
      </Stack>
    );
  }
  const issues = brief.issues.slice(0, POSTS_SHOWN);
  const tasks = brief.tasks.slice(0, POSTS_SHOWN);
  return (
    <Stack gap="sm" mt="sm">
      {brief.staffs.length > 0 ? (
        <p className={style.known}>
          <small>{t('brief.staffs')}</small>
          {brief.staffs.slice(0, PEOPLE_SHOWN).map(({ staff, posts }) => (
            <Link key={staff.id} to={paths.staff(staff.id)}>
              <StaffAvatar staff={staff} size={24} />
              {staff.displayName}
              <small>{t('brief.staffs.count', { count: posts })}</small>
            </Link>
          ))}
        </p>
      ) : null}
      {brief.openIssues > 0 || brief.openTasks > 0 ? (
        <div className={style.pair}>
          {brief.openIssues > 0 ? (
            <BriefBlock
              title={t('brief.issues')}
              count={brief.openIssues}
              all={`${paths.search}?member=${id}&issue=open`}
              empty=""
            >
              {issues.map((writing) => (
                <WritingRow key={writing.postId} memberId={id} writing={writing} short />
              ))}
            </BriefBlock>
          ) : null}
          {brief.openTasks > 0 ? (
            <BriefBlock
              title={t('brief.tasks')}
              count={brief.openTasks}
              all={memberTabPath(id, 'tasks')}
              empty=""
            >
              {tasks.map((task) => (
                <WritingRow
                  key={task.commentId ?? task.postId}
                  memberId={id}
                  writing={task}
                  short
                />
              ))}
            </BriefBlock>
          ) : null}
        </div>
      ) : null}
    </Stack>
  );
}

/** Facts of the system in one quiet line: joined, imported, type changed, merged. */
export function MemberHistoryLine({ member }: { member: Member }) {
  const t = useTexts(memberPageTexts);
  const facts = useMemberHistory(member);
  return (
    <p className={style.history} role="note" aria-label={t('memberPage.history.line')}>
      {facts.map(({ id, words }) => (
        <span key={id}>{words}</span>
      ))}
    </p>
  );
}
