import { eventually, startTestService, type TestCaller, type TestService } from '@engawa/testing';
import type { Member, MemberImport } from '@engawa/contracts';
import sharp from 'sharp';
import { members } from '../index';

let service: TestService;
let admin: TestCaller;

beforeAll(async () => {
  service = await startTestService(members);
  admin = service.asStaff({ role: 'generalAdmin' });
});
afterAll(() => service?.stop());

function picture(format: 'png' | 'jpeg' | 'gif', width = 600, height = 400): Promise<Buffer> {
  const plain = sharp({ create: { width, height, channels: 3, background: '#336699' } });
  return plain.toFormat(format).toBuffer();
}
async function add(): Promise<Member> {
  return (await admin.post('/members').send({ familyName: '写真' }).expect(201)).body as Member;
}
const bare = (url: string) => url.replace('/api/v1', '');

describe('a member photo', () => {
  it('is stored with a thumbnail, published, replaced and deleted', async () => {
    const { id } = await add();
    const answer = await admin
      .post(`/members/${id}/photo`)
      .attach('file', await picture('png'), 'whatever.jpg')
      .expect(200);
    const { photoUrl, thumbPhotoUrl } = answer.body as Member;
    expect(photoUrl).toMatch(
      new RegExp(`^/api/v1/member-photos/space-a/${id}/[0-9a-f-]{36}\\.png$`),
    );
    const original = await admin.get(bare(photoUrl!)).expect(200);
    expect(original.headers['content-type']).toBe('image/png');
    const thumb = await admin.get(bare(thumbPhotoUrl!)).responseType('blob').expect(200);
    expect(await sharp(thumb.body as Buffer).metadata()).toMatchObject({
      format: 'webp',
      width: 320,
      height: 320,
    });
    await eventually(() => {
      const told = service.events
        .named('members.member.updated')
        .find((event) => event.aggregate.id === id);
      expect(told?.data).toMatchObject({ photoUrl, thumbPhotoUrl });
    });
    const second = await admin
      .post(`/members/${id}/photo`)
      .attach('file', await picture('jpeg'), 'b.jpg')
      .expect(200);
    expect(second.body.photoUrl).not.toBe(photoUrl);
    await admin.get(bare(photoUrl!)).expect(404);
    const gone = await admin.delete(`/members/${id}/photo`).expect(200);
    expect(gone.body).toMatchObject({ photoUrl: null, thumbPhotoUrl: null });
    await admin.get(bare(second.body.photoUrl as string)).expect(404);
  });

  it('opens with a session of the space only, and is answered once to a cache', async () => {
    const { id } = await add();
    const { photoUrl } = (
      await admin
        .post(`/members/${id}/photo`)
        .attach('file', await picture('png'), 'a.png')
        .expect(200)
    ).body as Member;
    const address = bare(photoUrl!);
    await service.anonymous().get(address).expect(401);
    const stranger = service.asStaff({ space: 'space-b', role: 'primaryAdmin' });
    const refused = await stranger.get(address).expect(404);
    expect(refused.body.code).toBe('members.photo.not-found');
    const { headers } = await admin.get(address).expect(200);
    expect(headers['cache-control']).toBe('private, no-cache');
    await admin.get(address).set('if-none-match', headers['etag']!).expect(304);
  });

  it('refuses what is no png or jpg, is too large, or unpacks too far', async () => {
    const { id } = await add();
    const send = (content: Buffer) =>
      admin.post(`/members/${id}/photo`).attach('file', content, 'a.png');
    expect((await send(await picture('gif')).expect(422)).body.code).toBe(
      'members.photo.not-a-picture',
    );
    expect((await send(Buffer.from('<svg/>')).expect(422)).body.code).toBe(
      'members.photo.not-a-picture',
    );
    expect((await send(Buffer.alloc(4 * 1024 * 1024 + 10)).expect(413)).body.code).toBe(
      'members.photo.too-large',
    );
    const bomb = await picture('png', 16_000, 12_500);
    expect((await send(bomb).expect(422)).body.code).toBe('members.photo.unreadable');
    const cut = (await picture('jpeg')).subarray(0, 300);
    expect((await send(cut).expect(422)).body.code).toBe('members.photo.unreadable');
    await admin.post(`/members/${id}/photo`).expect(422);
    await admin
      .post(`/members/nobody/photo`)
      .attach('file', await picture('png'), 'a')
      .expect(404);
    const seen = await admin.get(`/members/${id}`).expect(200);
    expect(seen.body).toMatchObject({ photoUrl: null, version: 1 });
  });

  it.each(['..%2F..%2Fetc/x/passwd', 'space-a/m/passwd', 'space-a/../x.png'])(
    'is not a way to other files: %s',
    async (path) => {
      await admin.get(`/member-photos/${path}`).expect(400);
    },
  );

  it('is not found under a member id that is no part of a storage key', async () => {
    const name = '00000000-0000-4000-8000-000000000000.png';
    for (const memberId of ['a%3Ab', 'a%7Cb', 'm'.repeat(300), 'm'.repeat(1_000)]) {
      const { body } = await admin.get(`/member-photos/space-a/${memberId}/${name}`).expect(400);
      expect(body.errors).toMatchObject([{ pointer: '/path/memberId' }]);
    }
  });
});

describe('photos of many members', () => {
  it("are matched by the CSV's file names", async () => {
    const csv =
      '姓,写真ファイル名\n一人目,One.PNG\n二人目,two.jpg\n三人目,same.jpg\n四人目,same.jpg\n';
    const job = (
      await admin
        .post('/members/imports/add?dryRun=false')
        .attach('file', Buffer.from(csv), 'm.csv')
        .expect(202)
    ).body as MemberImport;
    await eventually(async () => {
      const { body } = await admin.get(`/members/imports/${job.id}`).expect(200);
      expect(body.state).toBe('done');
    });
    const answer = await admin
      .post('/members/photos')
      .attach('file', await picture('png'), 'one.png')
      .attach('file', Buffer.from('text'), 'two.jpg')
      .attach('file', await picture('jpeg'), 'same.jpg')
      .attach('file', await picture('jpeg'), 'nobody.jpg')
      .expect(200);
    expect(answer.body.items).toEqual([
      { fileName: 'one.png', memberId: expect.any(String), refusal: null },
      { fileName: 'two.jpg', memberId: null, refusal: 'not-a-picture' },
      { fileName: 'same.jpg', memberId: null, refusal: 'several-members' },
      { fileName: 'nobody.jpg', memberId: null, refusal: 'no-member' },
    ]);
    const [one] = (await admin.get('/members?q=一人').expect(200)).body.items as Member[];
    expect(one!.photoUrl).toMatch(/\.png$/);
  });
});
