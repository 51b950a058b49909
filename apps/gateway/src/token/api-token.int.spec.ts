import { Controller, Get, Module } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { AuthModule, Can, CurrentStaff, signAccessToken } from '@engawa/auth';
import { events } from '@engawa/contracts';
import { EventsModule, OnQuestion } from '@engawa/events';
import { Answer, InjectConfig, Operation, defineService } from '@engawa/service-kit';
import { eventually, staffClaims, startTestSystem, type TestSystem } from '@engawa/testing';
import request from 'supertest';
import { z } from 'zod';
import { gateway } from '../index';

let asked = 0;

/** Identity and timeline in one, as far as tokens go. */
@Controller()
class StandInController {
  constructor(@InjectConfig() private readonly config: { ENGAWA_TOKEN_PRIVATE_KEY: string }) {}

  @OnQuestion('identity.exchangeApiToken')
  exchange(@Payload() { token }: { token: string }) {
    asked += 1;
    if (token !== 'engawa_space-a_t1_secret') return null;
    const claims = staffClaims({ sid: 'api-token-1', scopes: ['post.read'] });
    return {
      accessToken: signAccessToken(claims, this.config.ENGAWA_TOKEN_PRIVATE_KEY),
      expiresAt: claims.exp,
    };
  }

  @Get('posts')
  @Can('post.read')
  @Operation('listPosts')
  @Answer(200, z.object({ sid: z.string() }))
  posts(@CurrentStaff() staff: CurrentStaff) {
    return { sid: staff.sid };
  }

  @Get('posts/pinned')
  @Can('post.write')
  @Operation('pinPost')
  @Answer(200, null)
  pinned() {}
}

@Module({
  imports: [EventsModule.forRoot(), AuthModule.forRoot()],
  controllers: [StandInController],
})
class StandInModule {}

const standIn = defineService({
  name: 'timeline',
  config: z.object({ ENGAWA_TOKEN_PRIVATE_KEY: z.string() }),
  module: StandInModule,
});

describe('API tokens at the gateway', () => {
  let system: TestSystem;
  const ask = (path: string, token: string) =>
    request(system.services['gateway']!.url)
      .get(`/api/v1${path}`)
      .set('authorization', `Bearer ${token}`);

  beforeAll(async () => {
    system = await startTestSystem({
      services: [standIn, gateway],
      env: { TARGET: 'timeline' },
    });
  });
  afterAll(() => system.stop());

  it('become access tokens with their scopes, and are asked for once', async () => {
    // Questions are answered a moment after the start; until then the gateway says 503.
    await eventually(async () => {
      const answer = await ask('/posts', 'engawa_space-a_t1_secret');
      expect([answer.status, answer.body]).toEqual([200, { sid: 'api-token-1' }]);
    });
    await ask('/posts', 'engawa_space-a_t1_secret').expect(200);
    expect(asked).toBe(1);
    const beyond = await ask('/posts/pinned', 'engawa_space-a_t1_secret');
    expect([beyond.status, beyond.body.code]).toEqual([403, 'auth.forbidden']);
  });

  it('are refused where identity does not know them', async () => {
    const answer = await ask('/posts', 'engawa_space-a_t2_other');
    expect([answer.status, answer.body.code]).toEqual([401, 'auth.token-invalid']);
  });

  it('end when they are revoked', async () => {
    await system.publish(events.sessionRevoked, {
      data: { staffId: 's1', sessionIds: ['api-token-1'], reason: 'revoked' },
    });
    await eventually(async () => {
      const answer = await ask('/posts', 'engawa_space-a_t1_secret');
      expect([answer.status, answer.body.code]).toEqual([401, 'auth.session-ended']);
    });
  });
});
