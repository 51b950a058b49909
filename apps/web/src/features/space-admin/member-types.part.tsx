import type { MemberType } from '@engawa/contracts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useListMemberTypesQuery } from '../../shared/directory/directory.api';
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
  const say = useTexts(spaceAdminTexts);
  const list = useListMemberTypesQuery();
  const [add, adding] = useAddMemberTypeMutation();
  const [order] = useOrderMemberTypesMutation();
  const [remove] = useDeleteMemberTypeMutation();
  return (
    <WordList
      title={say('spaceAdmin.types')}
      lead={say('spaceAdmin.types.lead')}
      empty={say('spaceAdmin.types.empty')}
      list={list}
      nameOf={({ name }) => name}
      show={({ name }) => name}
      edit={(type, change) => <Rename type={type} change={change} />}
      onOrder={(ids) => order(ids).unwrap()}
      removal={({ id, name }) => ({
        title: say('spaceAdmin.types.delete.title', { name }),
        text: say('spaceAdmin.types.delete.text'),
        run: () => remove(id).unwrap(),
      })}
    >
      <NameForm
        label={say('spaceAdmin.types.new')}
        busy={adding.isLoading}
        error={adding.error}
        onSubmit={async (name) => !(await add({ name })).error}
      />
    </WordList>
  );
}

function Rename({ type, change }: { type: MemberType; change: Change }) {
  const say = useTexts(spaceAdminTexts);
  const [rename, { isLoading, error }] = useRenameMemberTypeMutation();
  return (
    <NameForm
      label={say('spaceAdmin.word')}
      initial={type.name}
      busy={isLoading}
      error={error}
      onCancel={change.onCancel}
      onSubmit={(name) => change.save(rename({ type, name }))}
    />
  );
}

/** A name with its action. Input is kept after a rejection. */
function NameForm(props: {
  label: string;
  initial?: string;
  busy: boolean;
  error: unknown;
  onCancel?: () => void;
  onSubmit: (name: string) => Promise<boolean>;
}) {
  const problemText = useProblemText();
  const [name, setName] = useState(props.initial ?? '');
  return (
    <WordForm
      ready={name.trim() !== ''}
      busy={props.busy}
      onCancel={props.onCancel}
      onSubmit={async () => {
        if ((await props.onSubmit(name.trim())) && !props.initial) setName('');
      }}
    >
      <TextInput
        aria-label={props.label}
        placeholder={props.label}
        value={name}
        maxLength={50}
        error={props.error ? problemText(props.error) : null}
        autoFocus={props.initial !== undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </WordForm>
  );
}
