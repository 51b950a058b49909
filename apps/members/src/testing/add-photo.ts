import type { TestCaller } from '@engawa/testing';
import sharp from 'sharp';

/** Sets a member's photo and returns its path. */
export async function addPhoto(admin: TestCaller, memberId: string): Promise<string> {
  const photo = await sharp({
    create: { width: 40, height: 40, channels: 3, background: '#336699' },
  })
    .png()
    .toBuffer();
  const { body } = await admin
    .post(`/members/${memberId}/photo`)
    .attach('file', photo, 'a.png')
    .expect(200);
  return (body.photoUrl as string).replace('/api/v1', '');
}
