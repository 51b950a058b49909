import { Box, Group, Text } from '@mantine/core';
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

/** A part of a page under its heading. */
export function Part(props: {
  title: string;
  /** Its `data-kind`. */
  kind: string;
  count?: ReactNode;
  waiting?: boolean;
  /** At the end of the heading's line. */
  beside?: ReactNode;
  children: ReactNode;
}) {
  const { title, kind, count, waiting, beside } = props;
  const head = (
    <PartHead count={count} waiting={waiting}>
      {title}
    </PartHead>
  );
  return (
    <Box component="section" mb={28} aria-label={title} data-kind={kind}>
      {beside ? (
        <Group justify="space-between" gap="8px 16px">
          {head}
          {beside}
        </Group>
      ) : (
        head
      )}
      {props.children}
    </Box>
  );
}
