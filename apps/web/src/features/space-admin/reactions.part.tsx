import type { Reaction } from '@engawa/contracts';
import { Input, TextInput, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useListReactionsQuery } from '../../shared/directory/directory.api';
import { EditConflicts } from '../../shared/edit/edit-conflicts';
import { useSafeEdit } from '../../shared/edit/use-safe-edit';
import { useTexts } from '../../shared/intl/messages';
import { fieldText, problemFrom } from '../../shared/problem/api-problem';
import { useProblemText } from '../../shared/problem/problem-text';
import {
  useCreateReactionMutation,
  useDeleteReactionMutation,
  useOrderReactionsMutation,
  useUpdateReactionMutation,
} from './space-admin.api';
import { spaceAdminTexts } from './space-admin.messages';
import { WordForm } from './word-form';
import { type Change, WordList } from './word-list';
import { Note } from '../../shared/display/note';

/** Most emoji of a space (TML-4). */
const MAX_REACTIONS = 7;

/** The space's emoji with names and order (TML-4). */
export function ReactionsPart() {
  const t = useTexts(spaceAdminTexts);
  const list = useListReactionsQuery();
  const [order] = useOrderReactionsMutation();
  const [remove] = useDeleteReactionMutation();
  const nameOf = ({ emoji, name }: Reaction) => `${emoji} ${name}`;
  return (
    <WordList
      kind="reaction"
      title={t('spaceAdmin.reactions')}
      lead={t('spaceAdmin.reactions.lead')}
      list={list}
      nameOf={nameOf}
      show={({ emoji, name }) => (
        <>
          <Text component="span" size="xl" lh={1}>
            {emoji}
          </Text>{' '}
          {name}
        </>
      )}
      edit={(reaction, change) => <EditReaction reaction={reaction} change={change} />}
      onOrder={(ids) => order(ids).unwrap()}
      removal={(reaction) => ({
        title: t('spaceAdmin.reactions.delete.title', { name: nameOf(reaction) }),
        text: t('spaceAdmin.reactions.delete.text'),
        run: () => remove(reaction.id).unwrap(),
      })}
    >
      {(list.data?.length ?? 0) >= MAX_REACTIONS ? (
        <Note>{t('spaceAdmin.reactions.full')}</Note>
      ) : (
        <NewReaction />
      )}
    </WordList>
  );
}

type Fields = Pick<Reaction, 'emoji' | 'name'>;

function NewReaction() {
  const [create] = useCreateReactionMutation();
  const edit = useSafeEdit({
    thing: null,
    fieldsOf: (): Fields => ({ emoji: '', name: '' }),
    send: (fields, _none, key) => create({ key, input: trimmed(fields) }).unwrap(),
  });
  return (
    <ReactionForm
      fields={edit.fields}
      onChange={edit.setFields}
      busy={edit.busy}
      error={edit.error}
      onSubmit={async () => {
        if ((await edit.save()).done) edit.restart(null);
      }}
    />
  );
}

function EditReaction({ reaction, change }: { reaction: Reaction; change: Change }) {
  const t = useTexts(spaceAdminTexts);
  const [update] = useUpdateReactionMutation();
  const edit = useSafeEdit({
    thing: reaction,
    keep: change.keep,
    fieldsOf: ({ emoji, name }: Reaction): Fields => ({ emoji, name }),
    send: (fields, base) => update({ reaction: base, change: trimmed(fields) }).unwrap(),
  });
  return (
    <ReactionForm
      fields={edit.fields}
      onChange={edit.setFields}
      busy={edit.busy}
      error={edit.error}
      onCancel={change.onCancel}
      onSubmit={async () => {
        if ((await edit.save()).done) change.onSaved();
      }}
      notice={
        <EditConflicts
          edit={edit}
          wordOf={(name) => t(name === 'emoji' ? 'spaceAdmin.reactions.new' : 'spaceAdmin.word')}
        />
      }
    />
  );
}

function trimmed({ emoji, name }: Fields): Fields {
  return { emoji: emoji.trim(), name: name.trim() };
}

function ReactionForm(props: {
  fields: Fields;
  onChange: (fields: Fields) => void;
  busy: boolean;
  error: unknown;
  onCancel?: () => void;
  onSubmit: () => Promise<void>;
  notice?: ReactNode;
}) {
  const t = useTexts(spaceAdminTexts);
  const problemText = useProblemText();
  const { fields, onChange } = props;
  const problem = props.error ? problemFrom(props.error) : null;
  const errorId = useId();
  const isEmojiWrong = fieldText(problem, 'emoji') !== null;
  return (
    <WordForm
      ready={fields.emoji.trim() !== '' && fields.name.trim() !== ''}
      busy={props.busy}
      onCancel={props.onCancel}
      onSubmit={props.onSubmit}
      more={
        <>
          {isEmojiWrong ? (
            <Input.Error id={errorId} role="alert">
              {problem?.code === 'request.invalid'
                ? t('spaceAdmin.reactions.wrong')
                : problemText(problem)}
            </Input.Error>
          ) : null}
          {props.notice}
        </>
      }
    >
      <TextInput
        flex="0 0 72px"
        aria-label={t('spaceAdmin.reactions.new')}
        placeholder="👍"
        error={isEmojiWrong}
        // Its text is below: the field is narrow.
        aria-describedby={isEmojiWrong ? errorId : undefined}
        value={fields.emoji}
        maxLength={64}
        autoFocus={props.onCancel !== undefined}
        onChange={(event) => onChange({ ...fields, emoji: event.currentTarget.value })}
      />
      <TextInput
        aria-label={t('spaceAdmin.word')}
        placeholder={t('spaceAdmin.word')}
        value={fields.name}
        maxLength={50}
        error={problem && !isEmojiWrong ? problemText(problem) : null}
        onChange={(event) => onChange({ ...fields, name: event.currentTarget.value })}
      />
    </WordForm>
  );
}
