import '../../shared/theme/floating-sheets';
import type { Member, MemberFile, MemberHistory } from '@engawa/contracts';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDots,
  IconEraser,
  IconFileExport,
  IconPhoto,
  IconPhotoOff,
  IconUserOff,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { useIntl } from 'react-intl';
import { saveBlob } from '../../shared/api/download';
import { memberFields, memberFieldText } from '../../shared/directory/member-fields';
import { memberFieldTexts } from '../../shared/directory/member-fields.messages';
import { memberName } from '../../shared/directory/names';
import { commonTexts } from '../../shared/intl/common.messages';
import { exactDateTime } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { useCan } from '../../shared/session/use-session';
import { confirm } from '../../shared/feedback/confirm.store';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { fileDocument } from './member-file.rules';
import { memberFileTexts } from './member-file.messages';
import {
  useDeleteMemberMutation,
  useDiscloseMemberMutation,
  useEraseMemberMutation,
  useRemoveMemberPhotoMutation,
  useRestoreMemberMutation,
  useSetMemberPhotoMutation,
} from './members.api';
import { memberTexts } from './members.messages';

/** Largest photo, as in the API. */
const PHOTO_MAX_BYTES = 4 * 1024 * 1024;
const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

/** Rare actions on a member: photo, resigning, export of personal data, erasure. */
export function MemberMenu({ member }: { member: Member }) {
  const t = useTexts(memberTexts);
  const file = useTexts(memberFileTexts);
  const common = useTexts(commonTexts);
  const can = useCan();
  const photoInput = useRef<HTMLInputElement>(null);
  const { resign, setPhoto, removePhoto, disclose, erase } = useMemberActions(member);
  const here = !member.deleted && can('member.write');
  const admin = can('member.delete');
  if (member.erased || (!here && !admin)) return null;
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon size={36} variant="default" aria-label={common('common.more')}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {here ? (
            <>
              <Menu.Item
                leftSection={<IconPhoto {...icon} />}
                onClick={() => photoInput.current?.click()}
              >
                {file('memberFile.photo')}
              </Menu.Item>
              {member.photoUrl ? (
                <Menu.Item leftSection={<IconPhotoOff {...icon} />} onClick={removePhoto}>
                  {file('memberFile.photo.remove')}
                </Menu.Item>
              ) : null}
              <Menu.Item leftSection={<IconUserOff {...icon} />} onClick={() => void resign()}>
                {t('members.delete')}
              </Menu.Item>
            </>
          ) : null}
          {admin ? (
            <>
              <Menu.Item leftSection={<IconFileExport {...icon} />} onClick={() => void disclose()}>
                {file('memberFile.disclose')}
              </Menu.Item>
              <Menu.Item leftSection={<IconEraser {...icon} />} onClick={() => void erase()}>
                {file('memberFile.erase')}
              </Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <input
        ref={photoInput}
        type="file"
        accept=".png,.jpg,.jpeg,image/png,image/jpeg"
        aria-label={file('memberFile.photo')}
        hidden
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (chosen) setPhoto(chosen);
        }}
      />
    </>
  );
}

function useMemberActions(member: Member) {
  const t = useTexts(memberTexts);
  const file = useTexts(memberFileTexts);
  const can = useCan();
  const problemText = useProblemText();
  const words = useFileWords();
  const [remove] = useDeleteMemberMutation();
  const [restore] = useRestoreMemberMutation();
  const [upload] = useSetMemberPhotoMutation();
  const [removePhoto] = useRemoveMemberPhotoMutation();
  const [disclose] = useDiscloseMemberMutation();
  const [erase] = useEraseMemberMutation();
  const name = memberName(member);
  const fail = (error: unknown) => showFailure(problemText(error));
  const restoreMember = () =>
    restore(member.id)
      .unwrap()
      .then(() => void showToast(t('members.restore.done', { name })), fail);
  return {
    async resign() {
      if (!can('member.delete')) {
        showFailure(t('members.delete.denied'));
        return;
      }
      const yes = await confirm({
        title: t('members.delete.title', { name }),
        text: t('members.delete.text'),
        action: t('members.delete'),
        danger: true,
      });
      if (!yes) return;
      await remove(member.id)
        .unwrap()
        .then(
          () =>
            void showToast(t('members.delete.done', { name }), {
              undo: () => void restoreMember(),
            }),
          fail,
        );
    },
    setPhoto(photo: File) {
      if (photo.size > PHOTO_MAX_BYTES) {
        showFailure(file('memberFile.photo.large'));
        return;
      }
      void upload({ id: member.id, file: photo })
        .unwrap()
        .then(() => void showToast(file('memberFile.photo.saved')), fail);
    },
    removePhoto() {
      void removePhoto(member.id)
        .unwrap()
        .then(() => void showToast(file('memberFile.photo.removed')), fail);
    },
    async disclose() {
      const yes = await confirm({
        title: file('memberFile.disclose.title', { name }),
        text: file('memberFile.disclose.text'),
        action: file('memberFile.disclose.action'),
      });
      if (!yes) return;
      await disclose(member.id)
        .unwrap()
        .then((told) => {
          const { title, html } = words(told);
          saveBlob(new Blob([html], { type: 'text/html' }), `${title}.html`);
          showToast(file('memberFile.disclose.done'));
        }, fail);
    },
    async erase() {
      const yes = await confirm({
        title: file('memberFile.erase.title', { name }),
        text: file('memberFile.erase.text'),
        action: file('memberFile.erase.action'),
        danger: true,
        typeToConfirm: member.familyName.trim(),
      });
      if (!yes) return;
      await erase({ id: member.id, familyName: member.familyName })
        .unwrap()
        .then(() => void showToast(file('memberFile.erase.done')), fail);
    },
  };
}

/** Texts of the exported document. */
function useFileWords() {
  const field = useTexts(memberFieldTexts);
  const t = useTexts(memberTexts);
  const file = useTexts(memberFileTexts);
  const intl = useIntl();
  const dateOf = (at: string) => exactDateTime(intl, at);
  const factsOf = ({
    member,
    customFields,
  }: Pick<MemberFile, 'member' | 'customFields'>): [string, string][] => [
    ...memberFields.map(({ name }): [string, string] => [
      field(`memberField.${name}`),
      memberFieldText(intl, member, name),
    ]),
    [t('members.type'), member.typeOfContract],
    ...customFields.map(({ name, value }): [string, string] => [name, value]),
    [file('memberFile.document.registered'), dateOf(member.createdAt)],
  ];
  return (told: MemberFile) => {
    const title = `${file('memberFile.document')} ${memberName(told.member)}`;
    const html = fileDocument(told, {
      locale: intl.locale,
      title,
      made: [file('memberFile.document.made'), dateOf(new Date().toISOString())],
      records: [
        {
          title: file('memberFile.document.profile'),
          facts: [
            ...factsOf(told),
            [file('memberFile.document.imported'), told.imported ? '✓' : ''],
            [
              file('memberFile.document.typeChange'),
              typeChangeText(told.history.typeChange, dateOf),
            ],
            [
              file('memberFile.document.merged'),
              told.history.merged.map(({ name, at }) => `${dateOf(at)} ${name}`).join('\n'),
            ],
          ],
        },
        ...(told.mergedRecords ?? []).map((record) => ({
          title: file('memberFile.document.mergedRecord'),
          facts: factsOf(record),
        })),
      ],
      entries: file('memberFile.document.entries'),
      noEntries: file('memberFile.document.entries.none'),
      incomplete: file('memberFile.document.incomplete'),
      attachments: file('memberFile.document.attachments'),
      dateOf,
    });
    return { title, html };
  };
}

/** When the type changed, and the previous one. */
function typeChangeText(
  change: MemberHistory['typeChange'],
  dateOf: (at: string) => string,
): string {
  return change ? `${dateOf(change.at)} ${change.before}`.trim() : '';
}
