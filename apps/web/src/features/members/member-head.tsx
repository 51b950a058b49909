import type { Member } from '@engawa/contracts';
import { Box, Button } from '@mantine/core';
import { IconClipboardText, IconPencil, IconUserCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { FollowButton } from '../../shared/directory/follow-button';
import { memberKana, memberName } from '../../shared/directory/names';
import { MemberAvatar } from '../../shared/avatar/person-avatar';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { useCan } from '../../shared/session/use-session';
import { FoldedText } from '../../shared/display/folded-text';
import { PersonHead } from '../../shared/avatar/person-head';
import { RelativeTime } from '../../shared/display/relative-time';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { useRestoreMemberMutation } from './members.api';
import { memberBriefTexts } from './member-brief.messages';
import { memberFileTexts } from './member-file.messages';
import { MemberForm } from './member-form';
import { MemberMenu } from './member-menu';
import { MemberHistoryLine, MemberSummary } from './member-summary';
import { memberTexts } from './members.messages';

/** Heading of a member's page: who it is, and the brief where that does not stand beside the posts. */
export function MemberHead({ member, brief: isBriefed }: { member: Member; brief: boolean }) {
  const t = useTexts(memberTexts);
  const common = useTexts(commonTexts);
  const brief = useTexts(memberBriefTexts);
  const file = useTexts(memberFileTexts);
  const can = useCan();
  const problemText = useProblemText();
  const [editing, setEditing] = useState(false);
  const [restore, restoring] = useRestoreMemberMutation();
  const name = memberName(member);
  const fail = (error: unknown) => showFailure(problemText(error));
  const restoreMember = () =>
    restore(member.id)
      .unwrap()
      .then(() => void showToast(t('members.restore.done', { name })), fail);
  return (
    <PersonHead
      face={<MemberAvatar member={member} size={64} photoUrl={member.photoUrl} />}
      name={name}
      kana={memberKana(member)}
      state={
        !member.deleted
          ? null
          : member.erased
            ? file('memberFile.erased')
            : common('common.resigned')
      }
      facts={[member.company, member.title, member.typeOfContract]}
      foot={
        member.lastTalkedAt ? (
          <>
            {t('members.talked')} <RelativeTime at={member.lastTalkedAt} />
          </>
        ) : (
          t('members.talked.never')
        )
      }
      actions={
        <>
          {member.erased ? null : (
            <Button
              component={Link}
              to={paths.memberBrief(member.id)}
              variant="default"
              leftSection={<IconClipboardText size={18} stroke={1.5} aria-hidden="true" />}
            >
              {brief('brief.open')}
            </Button>
          )}
          {member.deleted ? null : <FollowButton memberId={member.id} />}
          {can('member.write') && !member.deleted ? (
            <Button
              variant="default"
              leftSection={<IconPencil size={18} stroke={1.5} aria-hidden="true" />}
              onClick={() => setEditing(true)}
            >
              {common('common.edit')}
            </Button>
          ) : null}
          {member.deleted && !member.erased && can('member.delete') ? (
            <Button
              variant="default"
              loading={restoring.isLoading}
              leftSection={<IconUserCheck size={18} stroke={1.5} aria-hidden="true" />}
              onClick={() => void restoreMember()}
            >
              {t('members.restore')}
            </Button>
          ) : null}
          <MemberMenu member={member} />
        </>
      }
    >
      {member.memo ? (
        <Box mt={8} c="dimmed">
          <FoldedText text={member.memo} lines={6} />
        </Box>
      ) : null}
      {isBriefed && !member.erased ? <MemberSummary member={member} /> : null}
      {isBriefed ? <MemberHistoryLine member={member} /> : null}
      {/* A new version means a new form, so that the loaded version is edited. */}
      {editing ? (
        <MemberForm key={member.id} member={member} onClose={() => setEditing(false)} />
      ) : null}
    </PersonHead>
  );
}
