import { kanaRows, type KanaRow } from '@engawa/contracts';
import { useTexts } from '../../shared/intl/messages';
import { memberTexts } from './members.messages';
import style from './members.module.css';

const signs: Record<Exclude<KanaRow, 'other'>, string> = {
  ...{ a: 'あ', ka: 'か', sa: 'さ', ta: 'た', na: 'な' },
  ...{ ha: 'は', ma: 'ま', ya: 'や', ra: 'ら', wa: 'わ' },
};

/** Rows of the kana table that names begin in; pressed again, all members show. */
export function KanaRail(props: { row: KanaRow | null; onChange: (row: KanaRow | null) => void }) {
  const t = useTexts(memberTexts);
  return (
    <div className={style.rail} role="group" aria-label={t('members.rows')}>
      {kanaRows.map((row) => (
        <button
          key={row}
          type="button"
          lang={row === 'other' ? undefined : 'ja'}
          aria-pressed={row === props.row}
          onClick={() => props.onChange(row === props.row ? null : row)}
        >
          {row === 'other' ? t('members.rows.other') : signs[row]}
        </button>
      ))}
    </div>
  );
}
