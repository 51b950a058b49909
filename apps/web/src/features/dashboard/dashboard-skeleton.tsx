import '@mantine/core/styles/Grid.css';
import { Grid, Skeleton, VisuallyHidden } from '@mantine/core';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { Card } from '../../shared/layout/card';

/** The shape of the dashboard: its figures, and two rows of charts. */
export function DashboardSkeleton() {
  const t = useTexts(commonTexts);
  return (
    <div role="status">
      <VisuallyHidden>{t('common.loading')}</VisuallyHidden>
      <Card h={120} mb="md">
        <Skeleton width="60%" />
      </Card>
      <Grid>
        {([8, 4, 4, 8] as const).map((span, index) => (
          <Grid.Col key={index} span={{ base: 12, lg: span }}>
            <Card h={320} px={18}>
              <Skeleton width="40%" />
            </Card>
          </Grid.Col>
        ))}
      </Grid>
    </div>
  );
}
