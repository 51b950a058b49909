import { Box } from '@mantine/core';

/** A round mark in a CSS colour, as in a legend. */
export function Dot(props: {
  color: string | undefined;
  /** In pixels. */
  size?: number;
  /** A ring, for what is off. */
  hollow?: boolean;
}) {
  const { color, size = 10, hollow } = props;
  const look = hollow ? { bd: `2px solid ${color}` } : { bg: color };
  return (
    <Box component="i" flex="none" w={size} h={size} bdrs="50%" aria-hidden="true" {...look} />
  );
}
