import type { Member } from '@engawa/contracts';
import { Stack } from '@mantine/core';
import { Note } from '../../shared/display/note';
import { PartProblem } from '../../shared/feedback/part-problem';
import { ListSkeleton } from '../../shared/feedback/states';
import { useTexts } from '../../shared/intl/messages';
import { BriefBlock, BriefHead, ConnectionRow, StaffRow } from './brief-parts';
import { BriefWishes } from './brief-wishes';
import { memberBriefTexts } from './member-brief.messages';
import { MemberFacts } from './member-facts';
import { memberPageTexts } from './member-page.messages';
import { MemberHistoryLine } from './member-summary';
import type { MemberTab } from './member-tab.rules';
import { useGetMemberBriefQuery } from './members.api';
import { OpenIssues, OpenTasks } from './open-writings';

/** Most of each; the tabs have all. */
const SHOWN = { people: 3, wishes: 1 };

/**
 * Beside the posts of a member in a wide window: what is open, who knows them, and contact data. What the
 * tab lists is left out.
 */
export function MemberAside({ member, tab }: { member: Member; tab: MemberTab }) {
  const t = useTexts(memberPageTexts);
  return (
    <Stack gap={24}>
      {member.erased ? null : <Brief member={member} tab={tab} />}
      {tab === 'record' ? null : (
        <section>
          <BriefHead>{t('memberPage.facts')}</BriefHead>
          <MemberFacts
            member={member}
            column
            empty={<Note mt={8}>{t('memberPage.facts.none')}</Note>}
          />
          <MemberHistoryLine member={member} besidesFacts />
        </section>
      )}
    </Stack>
  );
}

function Brief({ member, tab }: { member: Member; tab: MemberTab }) {
  const t = useTexts(memberBriefTexts);
  const { id } = member;
  const { currentData: brief, error, refetch } = useGetMemberBriefQuery(id);
  if (error && !brief) return <PartProblem error={error} onRetry={() => void refetch()} />;
  if (!brief) return <ListSkeleton rows={3} />;
  return (
    <>
      <OpenIssues memberId={id} brief={brief} />
      {tab === 'tasks' ? null : <OpenTasks memberId={id} brief={brief} />}
      <BriefWishes brief={brief} shown={SHOWN.wishes} />
      {tab === 'connections' ? null : (
        <>
          <BriefBlock title={t('brief.staffs')} empty={t('brief.staffs.none')}>
            {brief.staffs.slice(0, SHOWN.people).map((known) => (
              <StaffRow key={known.staff.id} known={known} />
            ))}
          </BriefBlock>
          {brief.connections.length > 0 ? (
            <BriefBlock title={t('brief.connections')} empty="">
              {brief.connections.slice(0, SHOWN.people).map((connection) => (
                <ConnectionRow key={connection.member.id} connection={connection} />
              ))}
            </BriefBlock>
          ) : null}
        </>
      )}
    </>
  );
}
