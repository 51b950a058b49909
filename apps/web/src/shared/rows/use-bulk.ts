import { useCallback } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import { createTranslate } from '../intl/messages';
import { problemText } from '../problem/problem-text';
import { showFailure, showToast, UNDO_MS } from '../feedback/toast.store';
import { rowTexts } from './rows.messages';
import { runEach } from './run-each';

/** Most rejected rows listed by name. */
const NAMES_SHOWN = 5;

export interface BulkChange<Item> {
  items: readonly Item[];
  work: (item: Item) => Promise<unknown>;
  /** Restores the previous state; one undo for all changed rows. */
  undo?: (item: Item) => Promise<unknown>;
  /** A short name of a row, for rejections. */
  nameOf: (item: Item) => string;
}

/**
 * Changes several rows as one action: one undo for all, and the reason for each rejected row. Resolves
 * with the rejected rows.
 */
export function useBulk(): <Item>(change: BulkChange<Item>) => Promise<Item[]> {
  const intl = useIntl();
  return useCallback((change) => changeAll(intl, change), [intl]);
}

async function changeAll<Item>(intl: IntlShape, change: BulkChange<Item>): Promise<Item[]> {
  const { items, work, undo, nameOf } = change;
  const t = createTranslate(intl, rowTexts);
  const tell = (refused: { item: Item; error: unknown }[]) => {
    if (refused.length === 0) return;
    const rows = refused
      .slice(0, NAMES_SHOWN)
      .map(({ item, error }) => `${nameOf(item)}: ${problemText(intl, error)}`);
    if (refused.length > NAMES_SHOWN) {
      rows.push(t('rows.refused.more', { count: refused.length - NAMES_SHOWN }));
    }
    showFailure([t('rows.refused', { count: refused.length }), ...rows].join('\n'));
  };
  const refused = await runEach(items, work);
  const changed = items.filter((item) => !refused.some((entry) => entry.item === item));
  if (changed.length > 0) {
    showToast(t('rows.done', { count: changed.length }), {
      life: undo ? UNDO_MS : undefined,
      undo: undo && (() => void runEach(changed, undo).then((left) => tell(left))),
    });
  }
  tell(refused);
  return refused.map(({ item }) => item);
}
