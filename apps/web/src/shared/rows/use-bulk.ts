import { useIntl } from 'react-intl';
import { sayWith } from '../intl/messages';
import { problemText } from '../problem/problem-text';
import { showFailure, showToast, UNDO_MS } from '../ui/toast.store';
import { rowTexts } from './rows.messages';
import { runEach } from './run-each';

/** Most rejected rows listed by name. */
const NAMED = 5;

export interface BulkChange<Item> {
  items: readonly Item[];
  work: (item: Item) => Promise<unknown>;
  /** Restores the previous state; one undo for all changed rows. */
  undo?: (item: Item) => Promise<unknown>;
  /** A short name of a row, for rejections. */
  nameOf: (item: Item) => string;
}

/** Changes several rows as one action: one undo for all, and the reason for each rejected row. */
export function useBulk(): <Item>(change: BulkChange<Item>) => Promise<void> {
  const intl = useIntl();
  return async ({ items, work, undo, nameOf }) => {
    const say = sayWith(intl, rowTexts);
    const tell = <Item>(
      refused: { item: Item; error: unknown }[],
      name: (item: Item) => string,
    ) => {
      if (refused.length === 0) return;
      const rows = refused
        .slice(0, NAMED)
        .map(({ item, error }) => `${name(item)}: ${problemText(intl, error)}`);
      if (refused.length > NAMED) {
        rows.push(say('rows.refused.more', { count: refused.length - NAMED }));
      }
      showFailure([say('rows.refused', { count: refused.length }), ...rows].join('\n'));
    };
    const refused = await runEach(items, work);
    const changed = items.filter((item) => !refused.some((entry) => entry.item === item));
    if (changed.length > 0) {
      showToast(say('rows.done', { count: changed.length }), {
        life: undo ? UNDO_MS : undefined,
        undo: undo && (() => void runEach(changed, undo).then((left) => tell(left, nameOf))),
      });
    }
    tell(refused, nameOf);
  };
}
