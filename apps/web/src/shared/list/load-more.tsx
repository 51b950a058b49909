import { Button, type ButtonProps } from '@mantine/core';

/** Loads more at the end of a list; hidden when there is none. */
export function LoadMore(
  props: {
    list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  } & Pick<ButtonProps, 'variant' | 'size' | 'children'>,
) {
  const { list, ...button } = props;
  if (!list.hasNextPage) return null;
  return (
    <Button
      variant="default"
      loading={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
      {...button}
    />
  );
}
