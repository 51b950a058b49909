import { Paper } from '@mantine/core';

/** Paper on the ground: what belongs together, with room around it. */
export const Card = Paper.withProps({
  withBorder: true,
  radius: 'md',
  p: 'md',
  bg: 'var(--e-surface)',
});
