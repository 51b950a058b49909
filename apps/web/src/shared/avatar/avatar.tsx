import { Avatar as MantineAvatar } from '@mantine/core';
import { useContext } from 'react';
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
  const rank = useContext(RankRings).get(id);
  const tint = tintOf(id);
  const avatar = (
    <MantineAvatar
      component="span"
      size={size}
      src={photoUrl}
      alt=""
      imageProps={{ width: size, height: size, loading: 'lazy', decoding: 'async' }}
      classNames={style}
      mod={{ faded, rank }}
      __vars={{
        '--avatar-bg': `var(--e-tint-${tint})`,
        '--avatar-color': `var(--e-ink-${tint})`,
        '--ring': rank && `var(--e-${rank})`,
      }}
      data-peek={peek ? `${peek}:${id}` : undefined}
      data-tip={rank ? t(`common.rank.${rank}`) : undefined}
    >
      <span aria-hidden="true">{initialsOf(name)}</span>
    </MantineAvatar>
  );
  if (!rank || size < CROWN_FROM) return avatar;
  return (
    <span className={style.crowned}>
      {avatar}
      <svg width={size * 0.44} viewBox="0 0 20 14" fill={`var(--e-${rank})`} aria-hidden="true">
        <path d="M2 12.5 1 3l5 3.5L10 1l4 5.5L19 3l-1 9.5z" />
      </svg>
    </span>
  );
}
