import '../../shared/theme/floating-sheets';
import type { Member } from '@engawa/contracts';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useListMemberTypesQuery } from '../../shared/directory/directory.api';
import { memberName } from '../../shared/directory/names';
import { useTexts } from '../../shared/intl/messages';
import { fieldText, problemFrom } from '../../shared/problem/api-problem';
import { FormDialog, StaleNotice } from '../../shared/ui/form-dialog';
import { ProblemNotice } from '../../shared/ui/states';
import { showToast } from '../../shared/ui/toast.store';
import { useAddMemberMutation, useUpdateMemberMutation } from './members.api';
import { memberTexts } from './members.messages';
import style from './members.module.css';

const texts = [
  ['familyName', 'members.familyName', 'family-name'],
  ['firstName', 'members.firstName', 'given-name'],
  ['familyNameKana', 'members.familyNameKana', 'off'],
  ['firstNameKana', 'members.firstNameKana', 'off'],
  ['company', 'members.company', 'organization'],
  ['title', 'members.jobTitle', 'organization-title'],
] as const;

type Fields = Record<(typeof texts)[number][0] | 'memo', string> & { typeId: string };

function fieldsOf(member: Member | null): Fields {
  return {
    familyName: member?.familyName ?? '',
    firstName: member?.firstName ?? '',
    familyNameKana: member?.familyNameKana ?? '',
    firstNameKana: member?.firstNameKana ?? '',
    company: member?.company ?? '',
    title: member?.title ?? '',
    memo: member?.memo ?? '',
    typeId: member?.typeId ?? '',
  };
}

/** Adds or edits a member; input is kept after a rejection. */
export function MemberForm(props: {
  member: Member | null;
  onClose: () => void;
  onAdded?: (member: Member) => void;
}) {
  const say = useTexts(memberTexts);
  const { member } = props;
  const { data: types = [] } = useListMemberTypesQuery();
  const [fields, setFields] = useState(() => fieldsOf(member));
  const [checked, setChecked] = useState(false);
  const [add, adding] = useAddMemberMutation();
  const [update, updating] = useUpdateMemberMutation();
  const problem = adding.error ?? updating.error;
  const stale = !!problem && problemFrom(problem).status === 412;
  const missing = checked && fields.familyName.trim() === '';

  const submit = async () => {
    setChecked(true);
    if (fields.familyName.trim() === '') return;
    const body = { ...fields, typeId: fields.typeId || null };
    const done = member
      ? await update({ member, change: body })
          .unwrap()
          .catch(() => null)
      : await add(body)
          .unwrap()
          .catch(() => null);
    if (!done) return;
    showToast(member ? say('members.saved') : say('members.added', { name: memberName(done) }));
    props.onClose();
    if (!member) props.onAdded?.(done);
  };

  return (
    <FormDialog
      title={say(member ? 'members.form.edit' : 'members.form.add')}
      size={560}
      busy={adding.isLoading || updating.isLoading}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <div className={style.pairs}>
        {texts.map(([field, word, autoComplete]) => (
          <TextInput
            key={field}
            label={say(word)}
            value={fields[field]}
            required={field === 'familyName'}
            autoComplete={autoComplete}
            data-autofocus={field === 'familyName' || undefined}
            error={
              (field === 'familyName' && missing ? say('members.required') : null) ??
              fieldText(problem && problemFrom(problem), field)
            }
            onChange={(event) => setFields({ ...fields, [field]: event.currentTarget.value })}
          />
        ))}
      </div>
      <NativeSelect
        label={say('members.type')}
        value={fields.typeId}
        onChange={(event) => setFields({ ...fields, typeId: event.currentTarget.value })}
        data={[
          { value: '', label: say('members.type.none') },
          ...types.map((type) => ({ value: type.id, label: type.name })),
        ]}
      />
      <Textarea
        label={say('members.memo')}
        value={fields.memo}
        autosize
        minRows={3}
        maxRows={10}
        error={fieldText(problem && problemFrom(problem), 'memo')}
        onChange={(event) => setFields({ ...fields, memo: event.currentTarget.value })}
      />
      {stale ? (
        <StaleNotice>{say('members.stale')}</StaleNotice>
      ) : problem ? (
        <ProblemNotice error={problem} />
      ) : null}
    </FormDialog>
  );
}
