import { useIntl } from 'react-intl';
import { sayWith } from '../intl/messages';
import { problemText } from '../problem/problem-text';
import { showFailure, showToast, UNDO_MS } from '../ui/toast.store';
import { rowTexts } from './rows.messages';
import { runEach } from './run-each';

/** Refused rows that are told by name. */
const NAMED = 5;

export interface BulkChange<Item> {
  items: readonly Item[];
  work: (item: Item) => Promise<unknown>;
  /** Brings back what stood there; offered once for all rows that were changed. */
  undo?: (item: Item) => Promise<unknown>;
  /** A row in few words, for what is refused. */
  nameOf: (item: Item) => string;
}

/** Changes several rows as one act: one undo for all, and each refused row with its reason. */
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
