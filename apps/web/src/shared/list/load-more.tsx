import { Button, type ButtonProps } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { ProblemNotice } from '../feedback/states';
import { firstNewRow } from '../layout/focus-place';

interface PagedList {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error?: unknown;
  fetchNextPage: () => unknown;
}

/**
 * Loads more at the end of a list; hidden when there is none: its focus goes to the first of the last rows.
 * After a failure, its error with a retry.
 */
export function LoadMore(
  props: {
    list: PagedList;
  } & Pick<ButtonProps, 'variant' | 'size' | 'children'>,
) {
  const { list, ...button } = props;
  const firstNew = useRef<() => HTMLElement | null>(() => null);
  useEffect(() => {
    if (list.hasNextPage) return;
    if (document.activeElement === document.body) firstNew.current()?.focus();
    firstNew.current = () => null;
  }, [list.hasNextPage]);
  const load = () => {
    firstNew.current = firstNewRow(document.activeElement);
    void list.fetchNextPage();
  };
  if (list.isFetchNextPageError) return <ProblemNotice error={list.error} onRetry={load} />;
  if (!list.hasNextPage) return null;
  return <Button variant="default" loading={list.isFetchingNextPage} onClick={load} {...button} />;
}
