import { Button, type ButtonProps } from '@mantine/core';

/** Below a list that has more than is shown: fetches what follows; nothing where there is none. */
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
