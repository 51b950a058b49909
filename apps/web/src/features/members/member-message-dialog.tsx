import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import type { Member } from '@engawa/contracts';
import { Checkbox, Group, Input, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { StaffAvatar } from '../../shared/avatar/person-avatar';
import { useListStaffsQuery } from '../../shared/directory/directory.api';
import { matchingStaff } from '../../shared/directory/matching-staff';
import { FailedQueries } from '../../shared/feedback/part-problem';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { FormDialog, useClose } from '../../shared/form/form-dialog';
import { useTexts } from '../../shared/intl/messages';
import { problemFrom } from '../../shared/problem/api-problem';
import { useProblemText } from '../../shared/problem/problem-text';
import { useSession } from '../../shared/session/use-session';
import { messageMemo } from './member-message.rules';
import { useMessageStaffMutation, useUndoMessageMutation } from './members.api';
import { memberTexts } from './members.messages';

/** From this number on, colleagues are found by typing. */
const MANY = 8;
/** Most that a post mentions. */
const MOST = 50;

/** One message to chosen staff about members: a post that mentions the staff and is no talk. */
export function MemberMessageDialog(props: { members: readonly Member[]; onClose: () => void }) {
  const t = useTexts(memberTexts);
  const close = useClose(props.onClose);
  const problemText = useProblemText();
  const { staff: me } = useSession();
  const staffList = useListStaffsQuery();
  const { data: staffs = [] } = staffList;
  const [send, { isLoading }] = useMessageStaffMutation();
  const [undo] = useUndoMessageMutation();
  const [find, setFind] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [text, setText] = useState('');
  const [checked, setChecked] = useState(false);
  // One for the dialog: repeated after an error, it sends no second message.
  const [key, setKey] = useState<string>(() => crypto.randomUUID());
  const colleagues = staffs.filter(({ id, deactivated }) => id !== me.id && !deactivated);
  const receivers = colleagues.filter(({ id }) => chosen.includes(id));
  const isNobody = checked && receivers.length === 0;
  const failed = (error: unknown) => {
    // An earlier text was sent; this one is another message.
    if (problemFrom(error).code === 'request.idempotency-mismatch') setKey(crypto.randomUUID());
    showFailure(problemText(error));
  };

  const submit = async () => {
    setChecked(true);
    if (receivers.length === 0 || text.trim() === '') return;
    const memo = messageMemo(receivers, text, props.members, window.location.origin);
    const mentions = receivers.map(({ id }) => id);
    const post = await send({ post: { memo, mentions }, key }).unwrap();
    showToast(t('members.bulk.message.done', { count: receivers.length }), {
      undo: () =>
        void undo(post.id)
          .unwrap()
          .then(() => showToast(t('members.bulk.message.undone')), failed),
    });
    close();
  };
  return (
    <FormDialog
      title={t('members.bulk.message.title', { count: props.members.length })}
      action={t('members.bulk.message.send')}
      busy={isLoading}
      onSubmit={() => void submit().catch(failed)}
      onClose={props.onClose}
    >
      <Textarea
        label={t('members.bulk.message.text')}
        description={t('members.bulk.message.help')}
        value={text}
        required
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2_000}
        error={checked && text.trim() === '' ? t('members.required') : null}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <fieldset>
        <legend>{t('members.bulk.message.to')}</legend>
        <FailedQueries of={[staffList]} />
        {colleagues.length > MANY ? (
          <TextInput
            type="search"
            aria-label={t('members.bulk.message.find')}
            placeholder={t('members.bulk.message.find')}
            value={find}
            onChange={(event) => setFind(event.currentTarget.value)}
          />
        ) : null}
        <Stack gap={8} mah={220} style={{ overflowY: 'auto' }}>
          {colleagues
            .filter((staff) => chosen.includes(staff.id) || matchingStaff([staff], find).length > 0)
            .map((staff) => (
              <Checkbox
                key={staff.id}
                label={
                  <Group component="span" gap={8} wrap="nowrap">
                    <StaffAvatar staff={staff} size={22} />
                    {staff.displayName}
                  </Group>
                }
                checked={chosen.includes(staff.id)}
                disabled={chosen.length >= MOST && !chosen.includes(staff.id)}
                aria-invalid={isNobody || undefined}
                onChange={(event) => {
                  const isChosen = event.currentTarget.checked;
                  setChosen((ids) =>
                    isChosen ? [...ids, staff.id] : ids.filter((id) => id !== staff.id),
                  );
                }}
              />
            ))}
        </Stack>
        {isNobody ? (
          <Input.Error role="alert">{t('members.bulk.message.nobody')}</Input.Error>
        ) : null}
      </fieldset>
    </FormDialog>
  );
}
