import { events } from '@engawa/contracts';
import type { TestService } from '@engawa/testing';
import sharp from 'sharp';
import request from 'supertest';
import { Browser, startIdentity } from '../testing/identity-test.service';

let service: TestService;
let staff: Browser;
beforeAll(async () => {
  service = await startIdentity();
  staff = await new Browser(service.url).signIn('staff@engawa.example');
});
afterAll(() => service?.stop());

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a8' } })
    .withExif({ IFD0: { Copyright: 'camera owner' } })
    .jpeg()
    .toBuffer();
const upload = (content: Buffer, name = 'me.jpg') =>
  staff.ask('put', '/profile/photo').attach('file', content, name);
const fetchPhoto = (url: string, by = staff) =>
  by.ask('get', url.replace('/api/v1', '')).buffer(true);

describe("one's own photo (IDN-8)", () => {
  it('is encoded again in two sizes, without metadata of the camera', async () => {
    const { body } = await upload(await picture(2_000, 1_000)).expect(200);
    const page = await fetchPhoto(body.photoUrl).expect(200);
    const avatar = await fetchPhoto(body.thumbPhotoUrl).expect(200);
    expect(page.headers['content-type']).toBe('image/webp');
    expect(page.headers['cache-control']).toBe('private, no-cache');
    const { width, height, exif } = await sharp(page.body as Buffer).metadata();
    expect([width, height, exif]).toEqual([1_024, 512, undefined]);
    const small = await sharp(avatar.body as Buffer).metadata();
    expect([small.width, small.height]).toEqual([256, 256]);
    await service.events.receiveSuch(
      events.staffUpdated,
      ({ data }) => data.staffId === staff.staffId && data.thumbPhotoUrl === body.thumbPhotoUrl,
    );
  });

  it('opens with a session of the space only, and is answered once to a cache', async () => {
    const { body } = await upload(await picture(300, 300)).expect(200);
    await request(service.url).get(body.photoUrl).expect(401);
    const stranger = await new Browser(service.url).signIn('admin@other.example');
    const refused = await fetchPhoto(body.photoUrl, stranger).expect(404);
    expect(refused.body.code).toBe('identity.photo.not-found');
    const { headers } = await fetchPhoto(body.thumbPhotoUrl).expect(200);
    const known = { 'if-none-match': headers['etag']! };
    await fetchPhoto(body.thumbPhotoUrl).set(known).expect(304);
    await fetchPhoto(body.photoUrl).set(known).expect(200);
    await staff.ask('delete', '/profile/photo').expect(200);
    await fetchPhoto(body.thumbPhotoUrl).set(known).expect(404);
  });

  it('takes the place of the one before, and can be taken away', async () => {
    const first = await upload(await picture(300, 300)).expect(200);
    const second = await upload(await picture(300, 300)).expect(200);
    expect(second.body.photoUrl).not.toBe(first.body.photoUrl);
    await fetchPhoto(first.body.photoUrl).expect(404);
    const gone = await staff.ask('delete', '/profile/photo').expect(200);
    expect(gone.body.photoUrl).toBeNull();
    await fetchPhoto(second.body.photoUrl).expect(404);
  });

  it.each([
    ['a text with the name of a picture', Buffer.from('no picture'), 422],
    ['half a picture', null, 422],
    ['5 MB', Buffer.alloc(5 * 1024 * 1024, 1), 413],
  ])('refuses %s', async (_case, content, status) => {
    const half = (await picture(800, 800)).subarray(0, 400);
    const { body } = await upload(content ?? half).expect(status);
    expect(body.code).toMatch(/^identity\.photo\.(unreadable|too-large)$/);
  });

  it('refuses pictures of too many pixels', async () => {
    const huge = await sharp({
      create: { width: 16_000, height: 12_600, channels: 3, background: '#fff' },
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(huge.length).toBeLessThan(4 * 1024 * 1024);
    expect((await upload(huge, 'huge.png').expect(422)).body.code).toBe(
      'identity.photo.unreadable',
    );
  });

  it('refuses what is no upload, and invented addresses', async () => {
    await staff.ask('put', '/profile/photo').send({ file: 'x' }).expect(422);
    const path = `/api/v1/staff-photos/engawa-sendai/${staff.staffId}`;
    await fetchPhoto(`${path}/00000000-0000-4000-8000-000000000000.webp`).expect(404);
    await fetchPhoto(`${path}/..%2f..%2fx.webp`).expect(400);
  });
});
