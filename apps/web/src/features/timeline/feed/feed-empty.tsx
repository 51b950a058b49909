import { Button } from '@mantine/core';
import { IconNotes } from '@tabler/icons-react';
import type { FeedPlace } from '../../../shared/address/post-address';
import { EmptyState } from '../../../shared/feedback/states';
import { useTexts } from '../../../shared/intl/messages';
import { timelineTexts } from '../timeline.messages';

/** In place of posts where there are none, or none that the filter leaves. */
export function FeedEmpty(props: { place: FeedPlace; onWrite: (() => void) | null }) {
  const t = useTexts(timelineTexts);
  const { place, onWrite } = props;
  const icon = <IconNotes size={32} stroke={1.5} />;
  if (place.filter) {
    return (
      <EmptyState icon={icon} title={t('timeline.filter.empty.title')}>
        {t('timeline.filter.empty.text')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={icon}
      title={t('timeline.empty.title')}
      action={onWrite ? <Button onClick={onWrite}>{t('timeline.compose.title')}</Button> : null}
    >
      {t(`timeline.empty.${place.kind}`)}
    </EmptyState>
  );
}
