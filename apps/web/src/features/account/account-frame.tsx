import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { EntranceFrame } from '../../shared/layout/entrance-frame';
import { usePageTitle } from '../../shared/layout/page-frame';

/** A page with a single task, before or besides being signed in. */
export function AccountFrame(props: { title: string; lead?: ReactNode; children?: ReactNode }) {
  usePageTitle(props.title);
  return (
    <EntranceFrame
      name={
        <Text component="h1" size="xl" fw={600} mt={16} style={{ textWrap: 'balance' }}>
          {props.title}
        </Text>
      }
      lead={props.lead}
    >
      {props.children}
    </EntranceFrame>
  );
}
