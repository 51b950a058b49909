import type { MemberType } from '@engawa/contracts';
import { useTexts } from '../intl/messages';
import { FilterChip } from '../list/filter-chip';
import { ChoiceMenu } from '../menu/choice-menu';
import { typeFilterTexts } from './type-filter.messages';

/** A list's filter by member type; `none` is that of members without one. */
export function TypeFilter(props: {
  types: readonly MemberType[];
  /** Empty: any. */
  chosen: string;
  onChoose: (typeId: string) => void;
}) {
  const t = useTexts(typeFilterTexts);
  const { types, chosen, onChoose } = props;
  const choices = [
    { id: '', name: t('typeFilter.any') },
    ...types,
    { id: 'none', name: t('typeFilter.none') },
  ];
  return (
    <ChoiceMenu
      width={220}
      position="bottom-start"
      button={
        <FilterChip on={chosen !== ''} opens={t('typeFilter.choose')}>
          {chosen === '' ? t('typeFilter') : (choices.find(({ id }) => id === chosen)?.name ?? '…')}
        </FilterChip>
      }
      choices={() =>
        choices.map(({ id, name }) => ({
          id,
          word: name,
          current: id === chosen,
          onChoose: () => onChoose(id),
        }))
      }
    />
  );
}
