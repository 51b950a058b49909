import { type ReactNode, useContext, useState } from 'react';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import { initialsOf, tintOf } from '../directory/names';
import style from './avatar.module.css';
import { RankRings } from './rank-rings';

/** Smaller avatars have the ring without the crown. */
const CROWN_FROM = 28;

export interface AvatarProps {
  id: string;
  name: string;
  photoUrl?: string | null;
  /** Diameter in pixels. */
  size?: number;
  /** The person whom a peek at the avatar shows. */
  peek?: 'member' | 'staff';
  /** Resigned members and deactivated staff look paler. */
  faded?: boolean;
}

/**
 * A person's avatar: the photo, or initials on a tint that is always the same for this person. The
 * three staff members of the month wear their ring everywhere (TML-13). The name is always beside
 * it, so the avatar has no accessible name.
 */
export function Avatar({ id, name, photoUrl, size = 36, faded, peek }: AvatarProps) {
  const t = useTexts(commonTexts);
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const rank = useContext(RankRings).get(id);
  const classes = [style.face, faded ? style.faded : '', rank ? style.rank : ''];
  const tint = tintOf(id);
  return (
    <span
      className={classes.filter(Boolean).join(' ')}
      style={{
        '--size': `${size}px`,
        '--tint': `var(--e-tint-${tint})`,
        '--ink': `var(--e-ink-${tint})`,
        ...(rank ? { '--ring': `var(--e-${rank})` } : {}),
      }}
      data-peek={peek ? `${peek}:${id}` : undefined}
      data-tip={rank ? t(`common.rank.${rank}`) : undefined}
    >
      {photoUrl && photoUrl !== failedUrl ? (
        <img
          src={photoUrl}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setFailedUrl(photoUrl)}
        />
      ) : (
        <span aria-hidden="true">{initialsOf(name)}</span>
      )}
      {rank && size >= CROWN_FROM ? (
        <svg className={style.crown} viewBox="0 0 20 14" aria-hidden="true">
          <path d="M2 12.5 1 3l5 3.5L10 1l4 5.5L19 3l-1 9.5z" />
        </svg>
      ) : null}
    </span>
  );
}

/** Overlapping avatars, as for the last commenters. */
export function AvatarStack({ children }: { children: ReactNode }) {
  return <span className={style.stack}>{children}</span>;
}
