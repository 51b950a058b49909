import '@mantine/core/styles/Progress.css';
import { Progress, type ProgressRootProps } from '@mantine/core';

/** A share of a whole beside its number, which says the same in words. */
export function Bar(
  props: {
    /** 0 to 1. */
    share: number;
    color?: string;
  } & ProgressRootProps,
) {
  const { share, color = 'var(--e-accent)', ...root } = props;
  return (
    <Progress.Root size={8} radius="xl" bg="var(--e-pressed)" {...root}>
      <Progress.Section value={share * 100} color={color} withAria={false} />
    </Progress.Root>
  );
}
