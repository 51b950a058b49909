import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { QuietLink } from '../display/quiet-link';

/** What a row is about, as a link: up to two lines of text, and small facts below them. */
export function RowBody(props: {
  to: string;
  text: string;
  /** The text is a name. */
  strong?: boolean;
  children: ReactNode;
}) {
  return (
    <QuietLink to={props.to}>
      <Stack component="span" gap={2}>
        <Text span lineClamp={2} lh={1.65} fw={props.strong ? 600 : undefined}>
          {props.text}
        </Text>
        <small>{props.children}</small>
      </Stack>
    </QuietLink>
  );
}
