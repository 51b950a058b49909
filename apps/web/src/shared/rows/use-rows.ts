import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { handleKeys } from '../lazy/held-keys';
import { commandKey } from './command-key';
import { rowKeys, walkKeys } from './keys';
import { rowOf, showPressed } from './row-element';
import { type RowCommand, rowScope } from './row-scope.store';

export interface Rows {
  /** In the order of j and k. Each row's element has `data-row` and is focusable. */
  ids: readonly string[];
  selected: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  commands: readonly RowCommand[];
  onOpen?: (id: string) => void;
  /** Scrolls a row into a virtual list. */
  reveal?: (id: string, done: () => void) => void;
}

const rowAt = (element: Element | null) =>
  element?.closest<HTMLElement>('[data-row]')?.dataset['row'];

/**
 * Keys of rows: j and k move, x selects, Enter opens, Escape ends the selection, and each command
 * has a key. The focused row is meant; a removed row passes the focus to the next one.
 */
export function useRows({ ids, selected, onSelect, commands, onOpen, reveal }: Rows): void {
  const last = useRef<{ id: string; at: number } | null>(null);

  const focus = useEffectEvent((id: string) => {
    last.current = { id, at: ids.indexOf(id) };
    const go = () => rowOf(id)?.focus();
    if (reveal) return reveal(id, go);
    rowOf(id)?.scrollIntoView({ block: 'nearest' });
    go();
  });
  // The palette reads it during render, when an effect event must not be called.
  const latest = useRef({ ids, selected });
  useLayoutEffect(() => {
    latest.current = { ids, selected };
  });
  const active = (): string | null => {
    const id = rowAt(document.activeElement) ?? last.current?.id;
    return id !== undefined && latest.current.ids.includes(id) ? id : null;
  };
  const [targets] = useState(() => (): readonly string[] => {
    const now = latest.current;
    const chosen = now.ids.filter((id) => now.selected.has(id));
    if (chosen.length > 0) return chosen;
    const one = active();
    return one === null ? [] : [one];
  });
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = commandKey(event);
    if (key === null) return;
    if (key === walkKeys.down || key === walkKeys.up) {
      const one = active();
      const at = one === null ? -1 : ids.indexOf(one);
      const step = key === walkKeys.down ? 1 : -1;
      const next = ids[at < 0 ? 0 : Math.min(ids.length - 1, Math.max(0, at + step))];
      if (next === undefined) return;
      event.preventDefault();
      focus(next);
      return;
    }
    const one = active();
    if (key === 'Enter') {
      // A link or button handles Enter itself, in the row or elsewhere.
      const at = document.activeElement;
      if (one === null || !onOpen || (at !== document.body && at !== rowOf(one))) return;
      event.preventDefault();
      showPressed(one);
      onOpen(one);
    } else if (key === 'Escape') {
      if (selected.size > 0) onSelect?.(new Set());
    } else if (!event.repeat && key === walkKeys.select && onSelect && one !== null) {
      event.preventDefault();
      const next = new Set(selected);
      if (!next.delete(one)) next.add(one);
      onSelect(next);
    } else if (!event.repeat) {
      const command = commands.find(({ name }) => rowKeys[name] === key);
      const meant = targets();
      if (!command || meant.length === 0) return;
      event.preventDefault();
      if (command.single) showPressed(meant[0]!);
      command.run(command.single ? meant.slice(0, 1) : meant);
    }
  });
  useEffect(() => {
    const note = (event: FocusEvent) => {
      const id = rowAt(event.target as Element);
      if (id !== undefined) last.current = { id, at: ids.indexOf(id) };
    };
    window.addEventListener('focusin', note);
    return () => window.removeEventListener('focusin', note);
  }, [ids]);
  useEffect(() => handleKeys(press), []);
  useEffect(() => {
    const before = last.current;
    if (before === null || ids.includes(before.id)) return;
    const next = ids[Math.min(Math.max(0, before.at), ids.length - 1)];
    last.current = null;
    if (next !== undefined && document.activeElement === document.body) focus(next);
  }, [ids]);
  useEffect(() => rowScope.enter({ targets, commands }), [targets, commands]);
}
