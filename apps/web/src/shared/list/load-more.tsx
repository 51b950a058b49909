import { Button, type ButtonProps } from '@mantine/core';
import { ProblemNotice } from '../feedback/states';

interface PagedList {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error?: unknown;
  fetchNextPage: () => unknown;
}

/** Loads more at the end of a list; hidden when there is none. After a failure, its error with a retry. */
export function LoadMore(
  props: {
    list: PagedList;
  } & Pick<ButtonProps, 'variant' | 'size' | 'children'>,
) {
  const { list, ...button } = props;
  const load = () => void list.fetchNextPage();
  if (list.isFetchNextPageError) return <ProblemNotice error={list.error} onRetry={load} />;
  if (!list.hasNextPage) return null;
  return <Button variant="default" loading={list.isFetchingNextPage} onClick={load} {...button} />;
}
