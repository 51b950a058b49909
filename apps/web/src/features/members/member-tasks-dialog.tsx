import type { CreateCommentInput, Member, Post } from '@engawa/contracts';
import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { AssigneeMenu } from '../../shared/directory/assignee-menu';
import { memberName } from '../../shared/directory/names';
import { FormDialog, useClose } from '../../shared/form/form-dialog';
import { fromLocalField } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { type ApiProblem, networkProblem, problemFrom } from '../../shared/problem/api-problem';
import { useBulk } from '../../shared/rows/use-bulk';
import { useSession } from '../../shared/session/use-session';
import { useAddMemberTaskMutation, useFindLastPostMutation } from './members.api';
import { memberTexts } from './members.messages';

/** Due time of a task that has a day: the end of a working day. */
const DUE_AT = '18:00';

/**
 * A task about each member: a comment on the last post about them, which is no talk, so that nobody
 * looks as if somebody had talked with them.
 */
export function MemberTasksDialog(props: { members: readonly Member[]; onClose: () => void }) {
  const t = useTexts(memberTexts);
  const close = useClose(props.onClose);
  const intl = useIntl();
  const bulk = useBulk();
  const { staff: me } = useSession();
  const [find] = useFindLastPostMutation();
  const [add] = useAddMemberTaskMutation();
  const [memo, setMemo] = useState('');
  const [assignUserId, setAssignUserId] = useState<string | null>(me.id);
  const [due, setDue] = useState('');
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [left, setLeft] = useState(props.members);
  // One for the dialog: repeated after an error, it adds no second task.
  const [key] = useState(() => crypto.randomUUID());
  const isMissing = checked && memo.trim() === '';

  const addOne = async (member: Member): Promise<void> => {
    const last: Post | null = await find(member.id).unwrap();
    if (!last) throw withoutPost(t('members.bulk.task.noPost'));
    const input: CreateCommentInput = {
      memo: `${memberName(member)}: ${memo.trim()}`,
      mentions: [],
      labelIds: [],
      attachmentIds: [],
      task: {
        status: 'waiting',
        assignUserId,
        dueAt: due ? fromLocalField(intl, `${due}T${DUE_AT}`) : null,
      },
    };
    try {
      await add({ postId: last.id, input, key: `${key}-${member.id}` }).unwrap();
    } catch (error) {
      // Added before the form was changed; only the answer was lost.
      if (problemFrom(error).code !== 'request.idempotency-mismatch') throw error;
    }
  };
  const submit = async () => {
    setChecked(true);
    if (memo.trim() === '') return;
    setBusy(true);
    const refused = await bulk({ items: left, work: addOne, nameOf: memberName });
    setBusy(false);
    setLeft(refused);
    if (refused.length === 0) close();
  };
  return (
    <FormDialog
      title={t('members.bulk.task.title', { count: left.length })}
      busy={busy}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <Textarea
        label={t('members.bulk.task.memo')}
        description={t('members.bulk.task.help')}
        value={memo}
        required
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2_000}
        error={isMissing ? t('members.required') : null}
        onChange={(event) => setMemo(event.currentTarget.value)}
      />
      <AssigneeMenu assignUserId={assignUserId} onChange={setAssignUserId} />
      <TextInput
        type="date"
        label={t('members.bulk.task.due')}
        value={due}
        onChange={(event) => setDue(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

function withoutPost(text: string): ApiProblem {
  return { ...networkProblem, status: 409, code: 'members.no-post', text };
}
