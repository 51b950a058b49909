import type { ReactNode } from 'react';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import { initialsOf, tintOf } from '../directory/names';
import style from './face.module.css';

export type RankRing = 'gold' | 'silver' | 'bronze';

export interface FaceProps {
  id: string;
  name: string;
  kana?: string;
  photoUrl?: string | null;
  /** Diameter in pixels. */
  size?: number;
  /** The month's ranking (TML-13). */
  rank?: RankRing | null;
  /** Resigned members and deactivated staff look paler. */
  faded?: boolean;
}

/**
 * A person's face: the photo, or the initial of their kana on a tint that is the same for this
 * person everywhere. The name always stands beside it, so that the face itself is silent.
 */
export function Face({ id, name, kana, photoUrl, size = 36, rank, faded }: FaceProps) {
  const say = useTexts(commonTexts);
  const classes = [
    style.face,
    style[`tint${tintOf(id)}`],
    faded ? style.faded : '',
    rank ? `${style.rank} ${style[rank]}` : '',
  ];
  return (
    <span
      className={classes.filter(Boolean).join(' ')}
      style={{ '--size': `${size}px` } as React.CSSProperties}
      title={rank ? say(`common.rank.${rank}`) : undefined}
    >
      {photoUrl ? (
        <img src={photoUrl} alt="" width={size} height={size} loading="lazy" decoding="async" />
      ) : (
        <span aria-hidden="true">{initialsOf(name, kana)}</span>
      )}
      {rank ? (
        <svg className={style.crown} viewBox="0 0 20 14" aria-hidden="true">
          <path d="M2 12.5 1 3l5 3.5L10 1l4 5.5L19 3l-1 9.5z" />
        </svg>
      ) : null}
    </span>
  );
}

/** Faces that overlap a little, as for the last commenters. */
export function FaceStack({ children }: { children: ReactNode }) {
  return <span className={style.stack}>{children}</span>;
}
