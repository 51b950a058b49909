import { Text } from '@mantine/core';

/** Small soft text that explains, or stands in the place of something empty. */
export const Note = Text.withProps({ size: 'sm', c: 'dimmed', lh: 1.75 });
