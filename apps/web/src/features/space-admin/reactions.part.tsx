import type { Reaction } from '@engawa/contracts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useListReactionsQuery } from '../../shared/directory/directory.api';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import {
  useCreateReactionMutation,
  useDeleteReactionMutation,
  useOrderReactionsMutation,
  useUpdateReactionMutation,
} from './space-admin.api';
import { spaceAdminTexts } from './space-admin.messages';
import style from './space-admin.module.css';
import { WordForm } from './word-form';
import { type Change, WordList } from './word-list';

/** Most emoji of a space (TML-4). */
const MOST = 7;

/** The space's emoji with names and order (TML-4). */
export function ReactionsPart() {
  const say = useTexts(spaceAdminTexts);
  const list = useListReactionsQuery();
  const [create, creating] = useCreateReactionMutation();
  const [order] = useOrderReactionsMutation();
  const [remove] = useDeleteReactionMutation();
  const nameOf = ({ emoji, name }: Reaction) => `${emoji} ${name}`;
  return (
    <WordList
      title={say('spaceAdmin.reactions')}
      lead={say('spaceAdmin.reactions.lead')}
      list={list}
      nameOf={nameOf}
      show={({ emoji, name }) => (
        <>
          <span className={style.emoji}>{emoji}</span> {name}
        </>
      )}
      edit={(reaction, change) => <EditReaction reaction={reaction} change={change} />}
      onOrder={(ids) => order(ids).unwrap()}
      removal={(reaction) => ({
        title: say('spaceAdmin.reactions.delete.title', { name: nameOf(reaction) }),
        text: say('spaceAdmin.reactions.delete.text'),
        run: () => remove(reaction.id).unwrap(),
      })}
    >
      {(list.data?.length ?? 0) >= MOST ? (
        <p className={style.empty}>{say('spaceAdmin.reactions.full')}</p>
      ) : (
        <ReactionForm
          busy={creating.isLoading}
          error={creating.error}
          onSubmit={async (fields) => !(await create(fields)).error}
        />
      )}
    </WordList>
  );
}

function EditReaction({ reaction, change }: { reaction: Reaction; change: Change }) {
  const [update, { isLoading, error }] = useUpdateReactionMutation();
  return (
    <ReactionForm
      reaction={reaction}
      busy={isLoading}
      error={error}
      onCancel={change.onCancel}
      onSubmit={(fields) => change.save(update({ reaction, change: fields }))}
    />
  );
}

function ReactionForm(props: {
  reaction?: Reaction;
  busy: boolean;
  error: unknown;
  onCancel?: () => void;
  onSubmit: (fields: { emoji: string; name: string }) => Promise<boolean>;
}) {
  const say = useTexts(spaceAdminTexts);
  const problemText = useProblemText();
  const { reaction } = props;
  const [emoji, setEmoji] = useState(reaction?.emoji ?? '');
  const [name, setName] = useState(reaction?.name ?? '');
  return (
    <WordForm
      ready={emoji.trim() !== '' && name.trim() !== ''}
      busy={props.busy}
      onCancel={props.onCancel}
      onSubmit={async () => {
        const done = await props.onSubmit({ emoji: emoji.trim(), name: name.trim() });
        if (!done || reaction) return;
        setEmoji('');
        setName('');
      }}
    >
      <TextInput
        className={style.short}
        aria-label={say('spaceAdmin.reactions.new')}
        placeholder="👍"
        value={emoji}
        maxLength={64}
        autoFocus={reaction !== undefined}
        onChange={(event) => setEmoji(event.currentTarget.value)}
      />
      <TextInput
        aria-label={say('spaceAdmin.word')}
        placeholder={say('spaceAdmin.word')}
        value={name}
        maxLength={50}
        error={props.error ? problemText(props.error) : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </WordForm>
  );
}
