import { Button, Group } from '@mantine/core';
import { useState } from 'react';

/** Start of each page of rows so far; each page returns the start of the next. */
export function useRowPages() {
  const [starts, setStarts] = useState<number[]>([0]);
  return {
    afterRow: starts.at(-1)!,
    isFirst: starts.length === 1,
    goBack: () => setStarts(starts.slice(0, -1)),
    goOn: (afterRow: number) => setStarts([...starts, afterRow]),
  };
}

/** Previous and next page; hidden for a single page. */
export function RowPaging(props: {
  pages: ReturnType<typeof useRowPages>;
  nextRow: number | null;
  busy: boolean;
  previous: string;
  next: string;
}) {
  const { pages, nextRow, busy } = props;
  if (pages.isFirst && nextRow === null) return null;
  return (
    <Group gap="xs" justify="flex-end" mt="sm">
      <Button
        variant="default"
        size="compact-sm"
        disabled={pages.isFirst || busy}
        onClick={pages.goBack}
      >
        {props.previous}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        disabled={nextRow === null || busy}
        onClick={() => pages.goOn(nextRow!)}
      >
        {props.next}
      </Button>
    </Group>
  );
}
