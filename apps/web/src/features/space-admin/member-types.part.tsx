import type { MemberType } from '@engawa/contracts';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useListMemberTypesQuery } from '../../shared/directory/directory.api';
import { EditConflicts } from '../../shared/edit/edit-conflicts';
import { useSafeEdit } from '../../shared/edit/use-safe-edit';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import {
  useAddMemberTypeMutation,
  useDeleteMemberTypeMutation,
  useOrderMemberTypesMutation,
  useRenameMemberTypeMutation,
} from './space-admin.api';
import { spaceAdminTexts } from './space-admin.messages';
import { WordForm } from './word-form';
import { type Change, WordList } from './word-list';

/** Member types: add, rename, reorder, delete (MBR-3). */
export function MemberTypesPart() {
  const t = useTexts(spaceAdminTexts);
  const list = useListMemberTypesQuery();
  const [order] = useOrderMemberTypesMutation();
  const [remove] = useDeleteMemberTypeMutation();
  return (
    <WordList
      kind="memberType"
      title={t('spaceAdmin.types')}
      lead={t('spaceAdmin.types.lead')}
      empty={t('spaceAdmin.types.empty')}
      list={list}
      nameOf={({ name }) => name}
      show={({ name }) => name}
      edit={(type, change) => <Rename type={type} change={change} />}
      onOrder={(ids) => order(ids).unwrap()}
      removal={({ id, name }) => ({
        title: t('spaceAdmin.types.delete.title', { name }),
        text: t('spaceAdmin.types.delete.text'),
        run: () => remove(id).unwrap(),
      })}
    >
      <NewType />
    </WordList>
  );
}

function NewType() {
  const t = useTexts(spaceAdminTexts);
  const [add] = useAddMemberTypeMutation();
  const edit = useSafeEdit({
    thing: null,
    fieldsOf: () => ({ name: '' }),
    send: ({ name }, _none, key) => add({ key, input: { name: name.trim() } }).unwrap(),
  });
  return (
    <NameForm
      label={t('spaceAdmin.types.new')}
      name={edit.fields.name}
      onChange={(name) => edit.setFields({ name })}
      busy={edit.busy}
      error={edit.error}
      onSubmit={async () => {
        if ((await edit.save()).done) edit.restart(null);
      }}
    />
  );
}

function Rename({ type, change }: { type: MemberType; change: Change }) {
  const t = useTexts(spaceAdminTexts);
  const [rename] = useRenameMemberTypeMutation();
  const edit = useSafeEdit({
    thing: type,
    keep: change.keep,
    fieldsOf: ({ name }: MemberType) => ({ name }),
    send: ({ name }, base) => rename({ type: base, name: name.trim() }).unwrap(),
  });
  return (
    <NameForm
      label={t('spaceAdmin.word')}
      name={edit.fields.name}
      onChange={(name) => edit.setFields({ name })}
      busy={edit.busy}
      error={edit.error}
      onCancel={change.onCancel}
      onSubmit={async () => {
        if ((await edit.save()).done) change.onSaved();
      }}
      notice={<EditConflicts edit={edit} wordOf={() => t('spaceAdmin.word')} />}
    />
  );
}

/** A name with its action. Input is kept after a rejection. */
function NameForm(props: {
  label: string;
  name: string;
  onChange: (name: string) => void;
  busy: boolean;
  error: unknown;
  onCancel?: () => void;
  onSubmit: () => Promise<void>;
  notice?: ReactNode;
}) {
  const problemText = useProblemText();
  return (
    <WordForm
      ready={props.name.trim() !== ''}
      busy={props.busy}
      onCancel={props.onCancel}
      onSubmit={props.onSubmit}
      more={props.notice}
    >
      <TextInput
        aria-label={props.label}
        placeholder={props.label}
        value={props.name}
        maxLength={50}
        error={props.error ? problemText(props.error) : null}
        autoFocus={props.onCancel !== undefined}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
    </WordForm>
  );
}
