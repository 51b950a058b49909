import '@mantine/core/styles/Grid.css';
import { Button, Grid, Group, Skeleton, Text } from '@mantine/core';
import { IconPhotoDown } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { useTexts } from '../../shared/intl/messages';
import { lazyComponent } from '../../shared/lazy/lazy-part';
import { Card as Paper } from '../../shared/layout/card';
import { dashboardTexts } from './dashboard.messages';

/** Loaded with the first chart. */
const { Shown: LoadedChart } = lazyComponent(
  async () => (await import('../../shared/display/chart')).Chart,
);

/** A chart; while its code loads, its place is kept. */
export function Chart(props: ComponentProps<typeof LoadedChart>) {
  return (
    <Suspense fallback={<Skeleton height={props.height} radius="md" opacity={0.4} />}>
      <LoadedChart {...props} />
    </Suspense>
  );
}

/** Of the twelve columns of a wide screen. */
const spans = { narrow: 4, wide: 8, whole: 12 } as const;

/** A card of the dashboard; its chart can be saved as a picture named `file`. */
export function Card(props: {
  title: string;
  size: 'narrow' | 'wide' | 'whole';
  file?: string;
  children: ReactNode;
}) {
  const t = useTexts(dashboardTexts);
  const { title, size, file } = props;
  const save = async (card: Element | null) => {
    const { pictureOf } = await import('../../shared/display/chart');
    const picture = card && pictureOf(card);
    if (!picture) return;
    const link = document.createElement('a');
    link.href = picture;
    link.download = `${file}.png`;
    link.click();
  };
  return (
    <Grid.Col span={{ base: 12, lg: spans[size] }}>
      <Paper component="section" h="100%" px={18}>
        <Group component="header" justify="space-between" gap={12} wrap="nowrap" mih={28} mb={10}>
          <Text component="h2" size="md" fw={600}>
            {title}
          </Text>
          {file ? (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              flex="none"
              leftSection={<IconPhotoDown size={16} stroke={1.5} aria-hidden="true" />}
              aria-label={t('dashboard.picture.of', { title })}
              onClick={(event) => void save(event.currentTarget.closest('section'))}
            >
              {t('dashboard.picture')}
            </Button>
          ) : null}
        </Group>
        {props.children}
      </Paper>
    </Grid.Col>
  );
}
