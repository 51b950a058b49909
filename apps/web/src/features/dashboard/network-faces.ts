import type { MemberRef } from '@engawa/contracts';
import { initialsOf, memberName, tintOf } from '../../shared/directory/names';
import type { ChartInk } from '../../shared/display/chart';

/** Pixels of a drawn face; shown at half of it or less. */
const FACE_PX = 96;
const RING_PX = 7;

/** A member's face with a ring, as in the app, for a chart: the photo, or initials on the tint. */
export function faceOf(
  member: MemberRef,
  photo: HTMLImageElement | undefined,
  ring: string,
  ink: ChartInk,
): string {
  const canvas = document.createElement('canvas');
  canvas.width = FACE_PX;
  canvas.height = FACE_PX;
  const context = canvas.getContext('2d');
  if (!context) return 'circle';
  const middle = FACE_PX / 2;
  const radius = middle - RING_PX;
  context.beginPath();
  context.arc(middle, middle, radius, 0, 2 * Math.PI);
  context.fillStyle = ink.of(`var(--e-tint-${tintOf(member.id)})`);
  context.fill();
  context.lineWidth = RING_PX;
  context.strokeStyle = ring;
  context.stroke();
  context.clip();
  if (photo) {
    context.drawImage(photo, RING_PX, RING_PX, 2 * radius, 2 * radius);
  } else {
    context.font = `600 ${FACE_PX * 0.36}px ${getComputedStyle(document.body).fontFamily}`;
    context.fillStyle = ink.text;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(initialsOf(memberName(member)), middle, middle);
  }
  return `image://${canvas.toDataURL('image/png')}`;
}

/** The photos of members that can be read, by member. */
export async function photosOf(
  members: readonly MemberRef[],
): Promise<Map<string, HTMLImageElement>> {
  const loaded = await Promise.all(
    members.map(async ({ id, thumbPhotoUrl }) => {
      if (!thumbPhotoUrl) return null;
      const image = new Image();
      image.src = thumbPhotoUrl;
      // Without its photo, a member has initials.
      return image.decode().then(
        () => [id, image] as const,
        () => null,
      );
    }),
  );
  return new Map(loaded.filter((one) => one !== null));
}
