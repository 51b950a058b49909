import { useIntl } from 'react-intl';
import { labelName } from '../directory/names';
import { useTexts } from '../intl/messages';
import { FindList, NONE, useFindList } from '../list/find-list';
import { matches } from '../list/matches';
import { LabelChip } from './label-chip';
import { labelListTexts } from './label-list.messages';
import type { LabelMenuProps } from './label-menu';

/** The list of a {@link LabelMenu} with its button, initially open. */
export function LabelList(props: LabelMenuProps) {
  const t = useTexts(labelListTexts);
  const intl = useIntl();
  const list = useFindList();
  const { labels, value, any, most = Infinity, onChange } = props;
  const isMultiple = any === undefined;
  const toggle = (id: string) =>
    onChange(value.includes(id) ? value.filter((one) => one !== id) : [...value, id]);
  return (
    <FindList
      list={list}
      width={240}
      search={t('labelList.find')}
      none={any}
      chosen={isMultiple || value.length > 0 ? value : [NONE]}
      isMultiple={isMultiple}
      options={labels
        .filter((label) => matches(labelName(intl, label), list.text))
        .map((label) => ({
          id: label.id,
          word: <LabelChip label={label} />,
          disabled: isMultiple && !value.includes(label.id) && value.length >= most,
        }))}
      onChange={(id) => (isMultiple ? toggle(id) : onChange(id === NONE ? [] : [id]))}
      button={props.children}
    />
  );
}
