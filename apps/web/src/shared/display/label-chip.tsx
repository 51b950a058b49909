import { Box } from '@mantine/core';
import type { Label, LabelColor } from '@engawa/contracts';
import { useIntl } from 'react-intl';
import { labelName } from '../directory/names';
import style from './label-chip.module.css';

/** The CSS colour of a label, for chips, dots and charts (AA contrast in both schemes). */
export function labelInk(color: LabelColor): string {
  return `var(--e-label-${color})`;
}

export function LabelChip({ label }: { label: Label }) {
  const intl = useIntl();
  return (
    <span className={style.chip} style={{ '--ink': labelInk(label.color) }} data-label={label.id}>
      {label.isIssue ? (
        <Box component="i" flex="none" w={6} h={6} bdrs="50%" bg="var(--ink)" aria-hidden="true" />
      ) : null}
      <span>{labelName(intl, label)}</span>
    </span>
  );
}
