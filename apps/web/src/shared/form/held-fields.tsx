import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

/**
 * Fields of a form that closes when it is sent, and whose result nothing changes afterwards: what was
 * typed while it is sent would be lost.
 */
export function HeldFields(props: { busy: boolean; gap?: number; children: ReactNode }) {
  return (
    <Box component="fieldset" display="grid" style={{ gap: props.gap ?? 14 }} disabled={props.busy}>
      {props.children}
    </Box>
  );
}
