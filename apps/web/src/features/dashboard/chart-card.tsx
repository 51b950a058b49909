import { Button } from '@mantine/core';
import { IconPhotoDown } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTexts } from '../../shared/intl/messages';
import { ListSkeleton } from '../../shared/feedback/states';
import { dashboardTexts } from './dashboard.messages';
import style from './dashboard.module.css';

/** Loaded with the first chart. */
export const Chart = lazy(async () => ({
  default: (await import('../../shared/display/chart')).Chart,
}));

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
    <section className={`${style.card} ${style[size]}`}>
      <header className={style.cardHead}>
        <h2>{title}</h2>
        {file ? (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconPhotoDown size={16} stroke={1.5} aria-hidden="true" />}
            aria-label={t('dashboard.picture.of', { title })}
            onClick={(event) => void save(event.currentTarget.closest('section'))}
          >
            {t('dashboard.picture')}
          </Button>
        ) : null}
      </header>
      <Suspense fallback={<ListSkeleton rows={4} />}>{props.children}</Suspense>
    </section>
  );
}
