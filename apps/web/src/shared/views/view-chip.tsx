import { IconBookmark } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTexts } from '../intl/messages';
import { FilterChip } from '../list/filter-chip';
import { viewChoiceTexts } from './view-choice.messages';

/** Opens the views of a page: shows the name of the open one, or the word. */
export function ViewChip(props: { name: string | undefined } & ComponentProps<'button'>) {
  const t = useTexts(viewChoiceTexts);
  const { name, ...button } = props;
  return (
    <FilterChip
      on={name !== undefined}
      icon={<IconBookmark size={16} stroke={1.5} aria-hidden="true" />}
      opens={t('savedView.choose')}
      {...button}
    >
      {name ?? t('savedView.title')}
    </FilterChip>
  );
}
