import type { ComboboxStore } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { shownData } from '../api/shown-data';
import { isComposing } from '../form/composing';
import { useDebounced } from '../form/use-debounced';
import { useFindMembersQuery } from './directory.api';

/**
 * Members found by the typed text. Until the server has answered, the rows of the text before stay,
 * and `isAnswered` is false.
 */
export function useFoundMembers(text: string, isOpen: boolean) {
  const typed = text.trim();
  const asked = useDebounced(typed);
  const query = useFindMembersQuery({ q: asked }, { skip: !isOpen });
  return {
    found: shownData(query) ?? [],
    error: query.error,
    isAnswered: asked === typed && !query.isFetching,
  };
}

/**
 * Enter takes the first row for the typed text, never one for the text before: pressed before the
 * answer, it takes the row as soon as it is there. Returns a listener for Enter.
 */
export function useFirstRow(
  combobox: ComboboxStore,
  { text, isAnswered, first }: { text: string; isAnswered: boolean; first: string | undefined },
) {
  const waitsFor = useRef('');
  const ready = isAnswered && text.trim() !== '' ? first : undefined;
  useEffect(() => {
    if (!ready) return combobox.resetSelectedOption();
    combobox.selectFirstOption();
    if (waitsFor.current === text) combobox.clickSelectedOption();
    waitsFor.current = '';
    // The store of the list is the same all the time.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [ready, text]);
  return (event: KeyboardEvent) => {
    // Confirming an IME conversion takes nobody.
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || isComposing(event)) return;
    if (!isAnswered) waitsFor.current = text;
  };
}
