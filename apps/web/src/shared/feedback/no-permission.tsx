import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from './states';

/** Shown without permission; the children say who can help. */
export function NoPermission(props: { title: string; children: ReactNode }) {
  return (
    <EmptyState icon={<IconLock size={32} stroke={1.5} />} title={props.title}>
      {props.children}
    </EmptyState>
  );
}
