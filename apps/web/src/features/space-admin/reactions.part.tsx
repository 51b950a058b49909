import type { Reaction } from '@engawa/contracts';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useListReactionsQuery } from '../../shared/directory/directory.api';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { showFailure, showToast } from '../../shared/ui/toast.store';
import { OrderList } from './order-list';
import { RowActions } from './row-actions';
import {
  useCreateReactionMutation,
  useDeleteReactionMutation,
  useOrderReactionsMutation,
  useUpdateReactionMutation,
} from './space-admin.api';
import { spaceAdminTexts } from './space-admin.messages';
import style from './space-admin.module.css';

/** Most pictograms of a space (TML-4). */
const MOST = 7;

/** The space's pictograms with their names and order (TML-4). */
export function ReactionsPart() {
  const say = useTexts(spaceAdminTexts);
  const problemText = useProblemText();
  const { data: reactions = [], isLoading, error, refetch } = useListReactionsQuery();
  const [editing, setEditing] = useState<string | null>(null);
  const [create, creating] = useCreateReactionMutation();
  const [order] = useOrderReactionsMutation();
  const [remove] = useDeleteReactionMutation();
  return (
    <section className={style.part} aria-labelledby="reactions">
      <h2 id="reactions">{say('spaceAdmin.reactions')}</h2>
      <p className={style.lead}>{say('spaceAdmin.reactions.lead')}</p>
      {isLoading ? <ListSkeleton rows={4} /> : null}
      {error ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
      <OrderList
        items={reactions}
        nameOf={(reaction) => reaction.name}
        onOrder={(ids) =>
          void order(ids)
            .unwrap()
            .catch((reason: unknown) => showFailure(problemText(reason)))
        }
        row={(reaction) =>
          editing === reaction.id ? (
            <EditReaction reaction={reaction} onDone={() => setEditing(null)} />
          ) : (
            <>
              <span className={style.name}>
                <span className={style.emoji}>{reaction.emoji}</span> {reaction.name}
              </span>
              <RowActions
                name={`${reaction.emoji} ${reaction.name}`}
                onEdit={() => setEditing(reaction.id)}
                remove={{
                  title: say('spaceAdmin.reactions.delete.title', {
                    name: `${reaction.emoji} ${reaction.name}`,
                  }),
                  text: say('spaceAdmin.reactions.delete.text'),
                  run: () => remove(reaction.id).unwrap(),
                }}
              />
            </>
          )
        }
      />
      {reactions.length >= MOST ? (
        <p className={style.empty}>{say('spaceAdmin.reactions.full')}</p>
      ) : (
        <ReactionForm
          busy={creating.isLoading}
          error={creating.error}
          onSubmit={async (fields) => !(await create(fields)).error}
        />
      )}
    </section>
  );
}

function EditReaction({ reaction, onDone }: { reaction: Reaction; onDone: () => void }) {
  const say = useTexts(spaceAdminTexts);
  const [update, { isLoading, error }] = useUpdateReactionMutation();
  return (
    <ReactionForm
      reaction={reaction}
      busy={isLoading}
      error={error}
      onCancel={onDone}
      onSubmit={async (change) => {
        const answer = await update({ reaction, change });
        if (answer.error) return false;
        showToast(say('spaceAdmin.saved'));
        onDone();
        return true;
      }}
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
  const common = useTexts(commonTexts);
  const problemText = useProblemText();
  const { reaction } = props;
  const [emoji, setEmoji] = useState(reaction?.emoji ?? '');
  const [name, setName] = useState(reaction?.name ?? '');
  const ready = emoji.trim() !== '' && name.trim() !== '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    const done = await props.onSubmit({ emoji: emoji.trim(), name: name.trim() });
    if (done && !reaction) {
      setEmoji('');
      setName('');
    }
  };
  return (
    <form className={style.line} onSubmit={(event) => void submit(event)}>
      <TextInput
        className={style.short}
        aria-label={say('spaceAdmin.reactions.new')}
        placeholder="👍"
        value={emoji}
        maxLength={64}
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
      {props.onCancel ? (
        <Button variant="subtle" color="gray" onClick={props.onCancel}>
          {common('common.cancel')}
        </Button>
      ) : null}
      <Button
        type="submit"
        variant={reaction ? 'filled' : 'default'}
        loading={props.busy}
        disabled={!ready}
      >
        {common(reaction ? 'common.save' : 'common.add')}
      </Button>
    </form>
  );
}
