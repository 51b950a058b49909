import type { Member } from '@engawa/contracts';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import { memberKana, memberName } from '../../shared/directory/names';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { useCan } from '../../shared/session/use-session';
import { confirm } from '../../shared/ui/confirm.store';
import { Face } from '../../shared/ui/face';
import { RelativeTime } from '../../shared/ui/relative-time';
import { showFailure, showToast } from '../../shared/ui/toast.store';
import { useDeleteMemberMutation, useRestoreMemberMutation } from './members.api';
import { MemberForm } from './member-form';
import { memberTexts } from './members.messages';
import style from './members.module.css';

/** The head of a member's page: who they are, what they do here, and when somebody last talked. */
export function MemberHead({ member }: { member: Member }) {
  const say = useTexts(memberTexts);
  const common = useTexts(commonTexts);
  const can = useCan();
  const problemText = useProblemText();
  const [editing, setEditing] = useState(false);
  const [remove] = useDeleteMemberMutation();
  const [restore] = useRestoreMemberMutation();
  const name = memberName(member);
  const fail = (error: unknown) => showFailure(problemText(error));
  const bringBack = () =>
    restore(member.id)
      .unwrap()
      .then(() => void showToast(say('members.restore.done', { name })), fail);
  const resign = async () => {
    if (!can('member.delete')) {
      showFailure(say('members.delete.denied'));
      return;
    }
    const yes = await confirm({
      title: say('members.delete.title', { name }),
      text: say('members.delete.text'),
      action: say('members.delete'),
      danger: true,
    });
    if (!yes) return;
    await remove(member.id)
      .unwrap()
      .then(
        () =>
          void showToast(say('members.delete.done', { name }), { undo: () => void bringBack() }),
        fail,
      );
  };
  return (
    <header className={style.head}>
      <Face
        id={member.id}
        name={name}
        kana={memberKana(member)}
        photoUrl={member.photoUrl}
        size={64}
        faded={member.deleted}
      />
      <div className={style.headText}>
        <p className={style.headKana}>{memberKana(member)}</p>
        <h2 className={style.headName}>
          {name}
          {member.deleted ? (
            <span className={style.resigned}>{common('common.resigned')}</span>
          ) : null}
        </h2>
        <p className={style.headLine}>
          {[member.company, member.title, member.typeOfContract].filter(Boolean).map((text) => (
            <span key={text}>{text}</span>
          ))}
        </p>
        <p className={style.headTalk}>
          {member.lastTalkedAt ? (
            <>
              {say('members.talked')} <RelativeTime at={member.lastTalkedAt} />
            </>
          ) : (
            say('members.talked.never')
          )}
        </p>
      </div>
      <div className={style.headActions}>
        {can('member.write') && !member.deleted ? (
          <>
            <Button
              variant="default"
              leftSection={<IconPencil size={18} stroke={1.5} aria-hidden="true" />}
              onClick={() => setEditing(true)}
            >
              {common('common.edit')}
            </Button>
            <Menu position="bottom-end" withinPortal>
              <Menu.Target>
                <ActionIcon size={36} variant="default" aria-label={common('common.more')}>
                  <IconDots size={18} stroke={1.5} aria-hidden="true" />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item
                  leftSection={<IconUserOff size={18} stroke={1.5} aria-hidden="true" />}
                  onClick={() => void resign()}
                >
                  {say('members.delete')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        ) : null}
        {member.deleted && can('member.delete') ? (
          <Button
            variant="default"
            leftSection={<IconUserCheck size={18} stroke={1.5} aria-hidden="true" />}
            onClick={() => void bringBack()}
          >
            {say('members.restore')}
          </Button>
        ) : null}
      </div>
      {member.memo ? <p className={style.headMemo}>{member.memo}</p> : null}
      {/* A new version means a new form: what was loaded last is what is edited. */}
      {editing ? (
        <MemberForm key={member.id} member={member} onClose={() => setEditing(false)} />
      ) : null}
    </header>
  );
}
