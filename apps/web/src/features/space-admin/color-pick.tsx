import type { LabelColor } from '@engawa/contracts';
import { Group } from '@mantine/core';
import { useTexts } from '../../shared/intl/messages';
import { labelInk } from '../../shared/display/label-chip';
import { spaceAdminTexts } from './space-admin.messages';
import style from './space-admin.module.css';

const colors = [
  'indigo',
  'sky',
  'teal',
  'green',
  'olive',
  'yellow',
  'orange',
  'red',
  'rose',
  'plum',
  'brown',
  'grey',
] as const satisfies readonly LabelColor[];

/** Label colours with accessible names. */
export function ColorPick(props: { color: LabelColor; onPick: (color: LabelColor) => void }) {
  const t = useTexts(spaceAdminTexts);
  return (
    <Group component="fieldset" gap="xs" flex="1 1 180px">
      <legend className="engawa-unseen">{t('spaceAdmin.labels.color')}</legend>
      {colors.map((color) => (
        <input
          key={color}
          type="radio"
          name="color"
          data-tip={t(`spaceAdmin.color.${color}`)}
          aria-label={t(`spaceAdmin.color.${color}`)}
          className={style.color}
          style={{ '--ink': labelInk(color) }}
          checked={color === props.color}
          onChange={() => props.onPick(color)}
        />
      ))}
    </Group>
  );
}
