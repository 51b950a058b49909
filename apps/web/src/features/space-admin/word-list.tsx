import { Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import {
  dropUnsaved,
  hasUnsaved,
  unsavedEditsOf,
  unsavedKey,
} from '../../shared/edit/unsaved-edits';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { useSession } from '../../shared/session/use-session';
import { Card } from '../../shared/layout/card';
import { SettingPage } from '../../shared/layout/setting-page';
import { ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { Warning } from '../../shared/feedback/warning';
import { OrderList } from './order-list';
import { RowActions } from './row-actions';
import { spaceAdminTexts } from './space-admin.messages';
import { Note } from '../../shared/display/note';

/** Changes one item in its row. */
export interface Change {
  /** Name by which its form keeps what was typed. */
  keep: string;
  /** Discards what was typed and closes the row. */
  onCancel: () => void;
  /** Reports the save and closes the row. */
  onSaved: () => void;
}

/** A part of the space settings with a list of words: add, edit, reorder, delete. */
export function WordList<Item extends { id: string }>(props: {
  /** What the items are; part of the names of unsaved edits. */
  kind: string;
  title: string;
  lead: string;
  /** Text of an empty list. */
  empty?: string;
  list: {
    data?: Item[];
    isLoading: boolean;
    isSuccess: boolean;
    error?: unknown;
    refetch: () => unknown;
  };
  nameOf: (item: Item) => string;
  show: (item: Item) => ReactNode;
  edit: (item: Item, change: Change) => ReactNode;
  onOrder: (ids: string[]) => Promise<unknown>;
  /** Undefined if the item cannot be deleted. */
  removal: (item: Item) => { title: string; text: string; run: () => Promise<unknown> } | undefined;
  /** The form that adds an item. */
  children: ReactNode;
}) {
  const t = useTexts(spaceAdminTexts);
  const problemText = useProblemText();
  const session = useSession();
  const [chosen, setChosen] = useState<string | null>();
  const [edited, setEdited] = useState<string | null>(null);
  const { data, isLoading, isSuccess, error, refetch } = props.list;
  const items = data ?? [];
  const nameOfEdit = (id: string) => `${props.kind}.${id}`;
  const keyOf = (id: string) => unsavedKey(session, nameOfEdit(id));
  /** An edit that was left unsaved is shown again with its page. */
  const editing = chosen === undefined ? items.find(({ id }) => hasUnsaved(keyOf(id)))?.id : chosen;
  /** Items that somebody deleted while they were edited: what was typed stays until it is discarded. */
  const deleted = data
    ? unsavedEditsOf<Item, unknown>(keyOf(''))
        .map(({ base }) => base)
        .filter(({ id }) => !data.some((item) => item.id === id))
    : [];
  const close = (id: string) => {
    // A save that is answered late must not close the row that is edited by then.
    setChosen((now) => (now === undefined || now === id ? null : now));
    setEdited(id);
  };
  const changeOf = ({ id }: Item): Change => ({
    keep: nameOfEdit(id),
    onCancel: () => {
      dropUnsaved(keyOf(id));
      close(id);
    },
    onSaved: () => {
      showToast(t('spaceAdmin.saved'));
      close(id);
    },
  });
  return (
    <SettingPage title={props.title} lead={props.lead}>
      {isLoading ? <ListSkeleton rows={4} /> : null}
      {error ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
      {isSuccess && items.length === 0 && props.empty ? <Note mb="md">{props.empty}</Note> : null}
      <OrderList
        items={items}
        nameOf={props.nameOf}
        onOrder={(ids) =>
          void props.onOrder(ids).catch((reason: unknown) => showFailure(problemText(reason)))
        }
        row={(item) =>
          editing === item.id ? (
            props.edit(item, changeOf(item))
          ) : (
            <>
              <Group component="span" gap="4px 8px" flex={1} miw={0}>
                {props.show(item)}
              </Group>
              <RowActions
                name={props.nameOf(item)}
                edited={edited === item.id}
                onEdit={() => setChosen(item.id)}
                remove={props.removal(item)}
              />
            </>
          )
        }
      />
      {deleted.map((item) => (
        <Card key={item.id} component="section" mb="md">
          <Stack gap="sm">
            <Warning alert>{t('spaceAdmin.edit.deleted', { name: props.nameOf(item) })}</Warning>
            {props.edit(item, changeOf(item))}
          </Stack>
        </Card>
      ))}
      {props.children}
    </SettingPage>
  );
}
