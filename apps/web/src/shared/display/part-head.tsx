import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** The heading of a part of a page, with what it counts. */
export function PartHead(props: {
  id?: string;
  /** Beside the heading. */
  count?: ReactNode;
  /** The part waits for the reader. */
  waiting?: boolean;
  children: ReactNode;
}) {
  return (
    <Group
      component="h2"
      id={props.id}
      gap={8}
      align="baseline"
      mb={6}
      fz="md"
      c={props.waiting ? 'var(--e-waiting)' : undefined}
    >
      {props.children}
      {props.count === undefined ? null : (
        <Text span size="sm" c="dimmed">
          {props.count}
        </Text>
      )}
    </Group>
  );
}
