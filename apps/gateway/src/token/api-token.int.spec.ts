import { get } from 'node:http';
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
import { ApiTokenUses } from './api-token-uses';

const API_TOKEN = `engawa_space-a_t5_${'s'.repeat(43)}`;
let asked = 0;
let generation = 0;
const reports: { uses: { space: string; tokenId: string; requests: number }[] }[] = [];

/** Identity and timeline in one, as far as tokens are concerned. */
@Controller()
class StandInController {
  constructor(@InjectConfig() private readonly config: { ENGAWA_TOKEN_PRIVATE_KEY: string }) {}

  @OnQuestion('identity.exchangeApiToken')
  exchange(@Payload() { token }: { token: string }) {
    asked += 1;
    if (token !== 'engawa_space-a_t1_secret' && token !== API_TOKEN) return null;
    const sid = token === API_TOKEN ? `api-token-5-${generation}` : 'api-token-1';
    const claims = staffClaims({ sid, scopes: ['post.read'] });
    return {
      accessToken: signAccessToken(claims, this.config.ENGAWA_TOKEN_PRIVATE_KEY),
      expiresAt: claims.exp,
    };
  }

  @OnQuestion('identity.countApiTokenUses')
  count(@Payload() report: (typeof reports)[number]) {
    reports.push(report);
    return true;
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

  /** From another address of this machine, as a separate network. */
  const askFrom = (localAddress: string, token: string) =>
    new Promise<{ status: number; code?: string; retryAfter?: string }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` };
      const url = `${system.services['gateway']!.url}/api/v1/posts`;
      get(url, { localAddress, headers, agent: false }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode!,
            code: (JSON.parse(text) as { code?: string }).code,
            retryAfter: answer.headers['retry-after'],
          }),
        );
      }).on('error', reject);
    });

  beforeAll(async () => {
    system = await startTestSystem({
      services: [standIn, gateway],
      env: { TARGET: 'timeline', WRONG_TOKEN_LIMIT: '20' },
    });
  });
  afterAll(() => system.stop());

  it('become access tokens with their scopes, and are asked for once', async () => {
    // Identity becomes reachable shortly after startup; until then the gateway answers 503.
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

  it('are refused by network when too many are invented, without asking identity', async () => {
    await ask('/posts', 'engawa_space-a_t1_secret').expect(200);
    const before = asked;
    const from = '127.0.0.7';
    const invented = await Promise.all(
      Array.from({ length: 100 }, (_, n) => askFrom(from, `engawa_space-a_t9_guess${n}`)),
    );
    const count = (status: number) => invented.filter((one) => one.status === status).length;
    expect([count(401), count(429)]).toEqual([20, 80]);
    expect(asked - before).toBe(20);
    const refused = invented.find(({ status }) => status === 429)!;
    expect(refused.code).toBe('gateway.rate.limited');
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    // Known tokens still work from there, and other networks are unaffected.
    expect((await askFrom(from, 'engawa_space-a_t1_secret')).status).toBe(200);
    await ask('/posts', 'engawa_space-a_t2_another').expect(401);
  });

  it('are asked about once while they are unknown', async () => {
    const before = asked;
    for (let n = 0; n < 5; n += 1) await ask('/posts', 'engawa_space-a_t3_unknown').expect(401);
    expect(asked - before).toBe(1);
  });

  it('go on at once when somebody else answers for them', async () => {
    await ask('/posts', API_TOKEN).expect(200, { sid: 'api-token-5-0' });
    generation = 1;
    const before = asked;
    await system.publish(events.sessionRevoked, {
      data: { staffId: 's1', sessionIds: ['api-token-5-0'], reason: 'taken over', continues: true },
    });
    await eventually(async () => {
      await ask('/posts', API_TOKEN).expect(200, { sid: 'api-token-5-1' });
    });
    await ask('/posts', API_TOKEN).expect(200, { sid: 'api-token-5-1' });
    expect(asked - before).toBe(1);
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

  it('report how often they were used, in sums', async () => {
    reports.length = 0;
    const uses = system.services['gateway']!.app.get(ApiTokenUses);
    await uses.report();
    reports.length = 0;
    for (let n = 0; n < 3; n += 1) await ask('/posts', API_TOKEN).expect(200);
    await uses.report();
    await uses.report();
    expect(reports).toEqual([{ uses: [{ space: 'space-a', tokenId: 't5', requests: 3 }] }]);
  });
});
