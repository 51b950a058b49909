import type { LabelColor } from '@engawa/contracts';
import { useTexts } from '../../shared/intl/messages';
import { labelInk } from '../../shared/ui/label-chip';
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
  const say = useTexts(spaceAdminTexts);
  return (
    <fieldset className={style.colors}>
      <legend>{say('spaceAdmin.labels.color')}</legend>
      {colors.map((color) => (
        <input
          key={color}
          type="radio"
          name="color"
          title={say(`spaceAdmin.color.${color}`)}
          aria-label={say(`spaceAdmin.color.${color}`)}
          className={style.color}
          style={{ '--ink': labelInk(color) } as React.CSSProperties}
          checked={color === props.color}
          onChange={() => props.onPick(color)}
        />
      ))}
    </fieldset>
  );
}
