import '../../shared/theme/floating-sheets';
import '@mantine/core/styles/SimpleGrid.css';
import type { CustomField, Member, MemberFieldName } from '@engawa/contracts';
import { NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import {
  useListCustomFieldsQuery,
  useListMemberTypesQuery,
} from '../../shared/directory/directory.api';
import { memberFields } from '../../shared/directory/member-fields';
import { memberFieldTexts } from '../../shared/directory/member-fields.messages';
import { memberName } from '../../shared/directory/names';
import { EditConflicts } from '../../shared/edit/edit-conflicts';
import { useSafeEdit } from '../../shared/edit/use-safe-edit';
import { useTexts } from '../../shared/intl/messages';
import { fieldText, problemFrom } from '../../shared/problem/api-problem';
import { useMounted } from '../../shared/layout/use-mounted';
import { FormDialog, useClose } from '../../shared/form/form-dialog';
import { FailedQueries } from '../../shared/feedback/part-problem';
import { ProblemNotice } from '../../shared/feedback/states';
import { showToast } from '../../shared/feedback/toast.store';
import { useAddMemberMutation, useUpdateMemberMutation } from './members.api';
import {
  bodyOf,
  formFieldsOf,
  type MemberFormFields,
  type MemberFormName,
} from './member-form.rules';
import { memberTexts } from './members.messages';
import { useKanaFill } from './use-kana-fill';

/** Adds or edits a member; input is kept after a rejection. */
export function MemberForm(props: {
  member: Member | null;
  onClose: () => void;
  onAdded?: (member: Member) => void;
}) {
  const t = useTexts(memberTexts);
  const fieldWord = useTexts(memberFieldTexts);
  const { member } = props;
  const close = useClose(props.onClose);
  const isMounted = useMounted();
  const typeList = useListMemberTypesQuery();
  const fieldList = useListCustomFieldsQuery();
  // The member's own type stays selected although the others cannot be read.
  const own = member?.typeId ? [{ id: member.typeId, name: member.typeOfContract }] : [];
  const { data: types = own } = typeList;
  const { data: customFields = [] } = fieldList;
  const [checked, setChecked] = useState(false);
  const [add] = useAddMemberMutation();
  const [update] = useUpdateMemberMutation();
  const saved = useRef<Member>(undefined);
  const edit = useSafeEdit({
    thing: member,
    fieldsOf: formFieldsOf,
    changesAdded: true,
    // A session may end while the form is open.
    keep: member ? `member.${member.id}` : 'member',
    send: async (sent, base, key) => {
      const input = bodyOf(sent, base, customFields);
      saved.current = await (
        base ? update({ member: base, change: input }) : add({ key, input })
      ).unwrap();
      return saved.current;
    },
  });
  const { fields, setFields, error: problem } = edit;
  const known = problem ? problemFrom(problem) : null;
  const missing = checked && fields.familyName.trim() === '';

  const submit = async () => {
    setChecked(true);
    if (fields.familyName.trim() === '') return;
    const { done } = await edit.save();
    if (!done || !saved.current) return;
    showToast(
      member ? t('members.saved') : t('members.added', { name: memberName(saved.current) }),
    );
    // Left before the answer, it must not lead the reader away.
    if (!member && isMounted()) props.onAdded?.(saved.current);
    close();
  };

  const set = (name: MemberFormName, value: string) =>
    setFields((now) => ({ ...now, [name]: value }));
  const errorOf = (name: MemberFieldName) =>
    (name === 'familyName' && missing ? t('members.required') : null) ?? fieldText(known, name);
  const kanaFill = useKanaFill(
    (name) => fields[name],
    (name, kana) => setFields((now) => ({ ...now, [name]: kana })),
  );
  const inputs = { fields, errorOf, onChange: set };
  const wordOf = (name: string) => {
    if (name === 'typeId') return t('members.type');
    const custom = customFields.find(({ id }) => name === `custom:${id}`);
    return custom?.name ?? fieldWord(`memberField.${name as MemberFieldName}`);
  };

  return (
    <FormDialog
      title={t(member ? 'members.form.edit' : 'members.form.add')}
      size={560}
      busy={edit.busy}
      typed={edit.changed}
      onSubmit={() => void submit()}
      onClose={() => {
        edit.discard();
        props.onClose();
      }}
    >
      <FailedQueries of={[typeList, fieldList]} />
      <FieldGroup {...inputs} kanaFill={kanaFill} group="name" />
      <NativeSelect
        label={t('members.type')}
        value={fields.typeId}
        onChange={(event) => set('typeId', event.currentTarget.value)}
        data={[
          { value: '', label: t('members.type.none') },
          ...types.map((type) => ({ value: type.id, label: type.name })),
        ]}
      />
      <FieldGroup {...inputs} group="contact" />
      <FieldGroup {...inputs} group="contract" />
      {customFields.length > 0 ? (
        <SimpleGrid {...pairs}>
          {customFields.map((custom) => (
            <CustomFieldInput
              key={custom.id}
              field={custom}
              value={fields[`custom:${custom.id}`] ?? ''}
              error={fieldText(known, custom.id)}
              onChange={(value) => set(`custom:${custom.id}`, value)}
            />
          ))}
        </SimpleGrid>
      ) : null}
      <Textarea
        label={fieldWord('memberField.memo')}
        value={fields.memo}
        autosize
        minRows={3}
        maxRows={10}
        error={errorOf('memo')}
        onChange={(event) => set('memo', event.currentTarget.value)}
      />
      <EditConflicts
        edit={edit}
        wordOf={wordOf}
        show={(name, from) => {
          const value = from[name as MemberFormName] ?? '';
          if (name === 'typeId') return types.find(({ id }) => id === value)?.name;
          const custom = customFields.find(({ id }) => name === `custom:${id}`);
          return custom?.choices.find(({ id }) => id === value)?.name ?? value;
        }}
      />
      {problem ? <ProblemNotice error={problem} /> : null}
    </FormDialog>
  );
}

/** Two fields in a line. */
const pairs = { cols: { base: 1, sm: 2 }, spacing: 14 } as const;

/** The fields of a group. */
function FieldGroup(props: {
  group: 'name' | 'contact' | 'contract';
  fields: MemberFormFields;
  errorOf: (name: MemberFieldName) => string | null | undefined;
  onChange: (name: MemberFieldName, value: string) => void;
  kanaFill?: ReturnType<typeof useKanaFill>;
}) {
  const t = useTexts(memberFieldTexts);
  return (
    <SimpleGrid {...pairs}>
      {memberFields
        .filter(({ group }) => group === props.group)
        .map(({ name, kind, autoComplete }) => (
          <TextInput
            key={name}
            label={t(`memberField.${name}`)}
            value={props.fields[name]}
            required={name === 'familyName'}
            autoComplete={autoComplete}
            data-autofocus={name === 'familyName' || undefined}
            error={props.errorOf(name)}
            {...(kind === 'date' ? dateInput : kind === 'email' ? { type: 'email' } : {})}
            onChange={(event) => props.onChange(name, event.currentTarget.value)}
            {...(name === 'familyName' || name === 'firstName' ? props.kanaFill?.(name) : {})}
          />
        ))}
    </SimpleGrid>
  );
}

/** Years of four digits, as the API accepts them. */
const dateInput = { type: 'date', min: '1000-01-01', max: '9999-12-31' } as const;

/** The input of a custom field by its kind. */
function CustomFieldInput(props: {
  field: CustomField;
  value: string;
  error: string | null | undefined;
  onChange: (value: string) => void;
}) {
  const t = useTexts(memberTexts);
  const { field, value, error, onChange } = props;
  if (field.kind === 'choice') {
    return (
      <NativeSelect
        label={field.name}
        value={field.choices.some(({ id }) => id === value) ? value : ''}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={[
          { value: '', label: t('members.choice.none') },
          ...field.choices.map((choice) => ({ value: choice.id, label: choice.name })),
        ]}
      />
    );
  }
  return (
    <TextInput
      label={field.name}
      value={value}
      error={error}
      autoComplete="off"
      {...(field.kind === 'date' ? dateInput : {})}
      {...(field.kind === 'number' ? { type: 'number', step: 'any' } : {})}
      {...(field.kind === 'text' ? { maxLength: 1_000 } : {})}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
