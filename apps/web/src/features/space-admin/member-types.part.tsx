import type { MemberType } from '@engawa/contracts';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useListMemberTypesQuery } from '../../shared/directory/directory.api';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { showFailure, showToast } from '../../shared/ui/toast.store';
import { OrderList } from './order-list';
import { RowActions } from './row-actions';
import {
  useAddMemberTypeMutation,
  useDeleteMemberTypeMutation,
  useOrderMemberTypesMutation,
  useRenameMemberTypeMutation,
} from './space-admin.api';
import { spaceAdminTexts } from './space-admin.messages';
import style from './space-admin.module.css';

/** Member types: add, rename, reorder, delete (MBR-3). */
export function MemberTypesPart() {
  const say = useTexts(spaceAdminTexts);
  const problemText = useProblemText();
  const { data: types = [], isLoading, isSuccess, error, refetch } = useListMemberTypesQuery();
  const [editing, setEditing] = useState<string | null>(null);
  const [add, adding] = useAddMemberTypeMutation();
  const [order] = useOrderMemberTypesMutation();
  const [remove] = useDeleteMemberTypeMutation();
  return (
    <section className={style.part} aria-labelledby="types">
      <h2 id="types">{say('spaceAdmin.types')}</h2>
      <p className={style.lead}>{say('spaceAdmin.types.lead')}</p>
      {isLoading ? <ListSkeleton rows={4} /> : null}
      {error ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
      {isSuccess && types.length === 0 ? (
        <p className={style.empty}>{say('spaceAdmin.types.empty')}</p>
      ) : null}
      <OrderList
        items={types}
        nameOf={(type) => type.name}
        onOrder={(ids) =>
          void order(ids)
            .unwrap()
            .catch((reason: unknown) => showFailure(problemText(reason)))
        }
        row={(type) =>
          editing === type.id ? (
            <Rename type={type} onDone={() => setEditing(null)} />
          ) : (
            <>
              <span className={style.name}>{type.name}</span>
              <RowActions
                name={type.name}
                onEdit={() => setEditing(type.id)}
                remove={{
                  title: say('spaceAdmin.types.delete.title', { name: type.name }),
                  text: say('spaceAdmin.types.delete.text'),
                  run: () => remove(type.id).unwrap(),
                }}
              />
            </>
          )
        }
      />
      <NameForm
        label={say('spaceAdmin.types.new')}
        busy={adding.isLoading}
        error={adding.error}
        onSubmit={async (name) => !(await add({ name })).error}
      />
    </section>
  );
}

function Rename({ type, onDone }: { type: MemberType; onDone: () => void }) {
  const say = useTexts(spaceAdminTexts);
  const [rename, { isLoading, error }] = useRenameMemberTypeMutation();
  return (
    <NameForm
      label={say('spaceAdmin.word')}
      initial={type.name}
      busy={isLoading}
      error={error}
      onCancel={onDone}
      onSubmit={async (name) => {
        const answer = await rename({ type, name });
        if (answer.error) return false;
        showToast(say('spaceAdmin.saved'));
        onDone();
        return true;
      }}
    />
  );
}

/** One line: a name and what to do with it. What was typed survives a refusal. */
function NameForm(props: {
  label: string;
  initial?: string;
  busy: boolean;
  error: unknown;
  onCancel?: () => void;
  onSubmit: (name: string) => Promise<boolean>;
}) {
  const common = useTexts(commonTexts);
  const problemText = useProblemText();
  const [name, setName] = useState(props.initial ?? '');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && (await props.onSubmit(name.trim())) && !props.initial) setName('');
  };
  return (
    <form className={style.line} onSubmit={(event) => void submit(event)}>
      <TextInput
        aria-label={props.label}
        placeholder={props.label}
        value={name}
        maxLength={50}
        error={props.error ? problemText(props.error) : null}
        autoFocus={props.initial !== undefined}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && props.onCancel?.()}
      />
      {props.onCancel ? (
        <Button variant="subtle" color="gray" onClick={props.onCancel}>
          {common('common.cancel')}
        </Button>
      ) : null}
      <Button
        type="submit"
        variant={props.initial === undefined ? 'default' : 'filled'}
        loading={props.busy}
        disabled={name.trim() === ''}
      >
        {common(props.initial === undefined ? 'common.add' : 'common.save')}
      </Button>
    </form>
  );
}
