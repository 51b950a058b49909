import { Controller, Delete, Get, Module, Post } from '@nestjs/common';
import { AuthModule, Can, CurrentStaff, signAccessToken } from '@engawa/auth';
import { events } from '@engawa/contracts';
import { EventsModule } from '@engawa/events';
import { Answer, Operation, defineService } from '@engawa/service-kit';
import { eventually, staffClaims, startTestSystem, type TestSystem } from '@engawa/testing';
import request from 'supertest';
import { z } from 'zod';
import { gateway } from '../index';

const seen = z.object({ sid: z.string() });

/** Files and posts, as far as sessions are concerned. */
@Controller()
class StandInController {
  @Get('attachments/:attachmentId/:form')
  @Can('post.read')
  @Operation('readAttachment')
  @Answer(200, seen)
  file(@CurrentStaff() staff: CurrentStaff) {
    return { sid: staff.sid };
  }

  @Get('posts')
  @Can('post.read')
  @Operation('listPosts')
  @Answer(200, seen)
  posts(@CurrentStaff() staff: CurrentStaff) {
    return { sid: staff.sid };
  }

  @Post('attachments')
  @Can('post.write')
  @Operation('uploadAttachment')
  @Answer(201, null)
  upload() {}

  @Delete('attachments/:attachmentId')
  @Can('post.write')
  @Operation('deleteAttachment')
  @Answer(204, null)
  remove() {}
}

@Module({
  imports: [EventsModule.forRoot(), AuthModule.forRoot()],
  controllers: [StandInController],
})
class StandInModule {}

const standIn = defineService({ name: 'timeline', config: z.object({}), module: StandInModule });

describe('the cookie that opens files', () => {
  let system: TestSystem;
  const tokenOf = (claims: Parameters<typeof staffClaims>[0]) =>
    signAccessToken(staffClaims(claims), system.env['ENGAWA_TOKEN_PRIVATE_KEY']!);
  const ask = (method: 'get' | 'head' | 'post' | 'delete', path: string, cookie: string) =>
    request(system.services['gateway']!.url)[method](`/api/v1${path}`).set('cookie', cookie);
  const file = '/attachments/f1/thumb';

  beforeAll(async () => {
    system = await startTestSystem({ services: [standIn, gateway], env: { TARGET: 'timeline' } });
  });
  afterAll(() => system.stop());

  it('opens a file, beside other cookies, as the access token in it would', async () => {
    const cookie = `i18n_redirected=ja; engawa_files=${tokenOf({ sid: 's-open' })}; x=1`;
    const { body } = await ask('get', file, cookie).expect(200);
    expect(body).toEqual({ sid: 's-open' });
    await ask('head', file, cookie).expect(200);
  });

  it.each([
    ['get', '/posts'],
    ['post', '/attachments'],
    ['delete', '/attachments/f1'],
  ] as const)('is no session for %s %s', async (method, path) => {
    const { body } = await ask(method, path, `engawa_files=${tokenOf({})}`).expect(401);
    expect(body.code).toBe('auth.required');
  });

  it('opens nothing when it is missing, invented or over', async () => {
    const now = Math.floor(Date.now() / 1000);
    const over = tokenOf({ iat: now - 1_000, exp: now - 100 });
    for (const [cookie, code] of [
      ['other=1', 'auth.required'],
      ['engawa_files=invented', 'auth.token-invalid'],
      [`engawa_files=${over}`, 'auth.token-expired'],
    ] as const) {
      expect((await ask('get', file, cookie).expect(401)).body.code).toBe(code);
    }
  });

  it('is ignored beside a token that is sent, and ends with its session', async () => {
    const cookie = `engawa_files=${tokenOf({ sid: 's-ended' })}`;
    const sent = ask('get', file, cookie).set('authorization', `Bearer ${tokenOf({ sid: 's-2' })}`);
    expect((await sent.expect(200)).body).toEqual({ sid: 's-2' });
    await system.publish(events.sessionRevoked, {
      data: { staffId: 's1', sessionIds: ['s-ended'], reason: 'signed-out' },
    });
    await eventually(async () => {
      const { status, body } = await ask('get', file, cookie);
      expect([status, body.code]).toEqual([401, 'auth.session-ended']);
    });
  });
});
