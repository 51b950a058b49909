import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Controller, Get, Injectable, Module, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  Answer,
  InjectConfig,
  Operation,
  defineService,
  provideExtension,
  provideHealthCheck,
  startService,
  type HealthCheck,
  type RunningService,
  type ServiceConfig,
  type ServiceExtension,
} from '../index';

const log: string[] = [];
let healthy = true;
/** Called when the slow request has arrived, and by the first extension when the service stops. */
const slowRequest = { arrived: () => {}, answer: () => {} };

@Injectable()
class FirstExtension implements ServiceExtension {
  beforeListen() {
    log.push('first listens');
  }
  beforeStop() {
    log.push('first stops');
    slowRequest.answer();
  }
  beforeClose() {
    log.push('first closes');
  }
}
@Injectable()
class SecondExtension implements ServiceExtension {
  async beforeListen() {
    await sleep(5);
    log.push('second listens');
  }
  beforeClose() {
    log.push('second closes');
  }
}
@Injectable()
class Moody implements HealthCheck {
  readonly name = 'mood';
  async check() {
    if (!healthy) throw new Error('the password is hunter2');
  }
}

@Controller()
class SlowController {
  constructor(@InjectConfig() private readonly config: ServiceConfig<typeof slow>) {}
  @Get('slow')
  @Operation('slow')
  @Answer(200, z.object({ colour: z.string() }))
  async slow() {
    const stops = new Promise<void>((resolve) => (slowRequest.answer = resolve));
    slowRequest.arrived();
    await stops;
    await sleep(100);
    log.push('answered');
    return { colour: this.config.COLOUR };
  }
}

@Controller()
class AddressController {
  @Get('address')
  @Operation('address')
  @Answer(200, z.object({ address: z.string() }))
  address(@Req() request: FastifyRequest) {
    return { address: request.ip };
  }
}

@Module({
  controllers: [SlowController, AddressController],
  providers: [
    FirstExtension,
    provideExtension(FirstExtension),
    SecondExtension,
    provideExtension(SecondExtension),
    Moody,
    provideHealthCheck(Moody),
  ],
})
class SlowModule {}

const slow = defineService({
  name: 'slow',
  config: z.object({ COLOUR: z.string(), COUNT: z.coerce.number().int().default(3) }),
  module: SlowModule,
});

const start = (env: Record<string, string> = {}) =>
  startService(slow, { env: { LOG_LEVEL: 'silent', COLOUR: 'red', ...env }, port: 0 });

describe('starting and stopping', () => {
  let service: RunningService | null = null;
  afterEach(async () => {
    await service?.stop();
    service = null;
    log.splice(0);
    healthy = true;
  });

  /** Asks for what is answered after the service was told to stop; returns once it has arrived. */
  async function askSlowly(): Promise<{ answer: Promise<Response> }> {
    const arrived = new Promise<void>((resolve) => (slowRequest.arrived = resolve));
    const answer = fetch(`${service!.url}/api/v1/slow`);
    answer.catch(() => undefined);
    await arrived;
    return { answer };
  }

  it('refuses a wrong configuration by name, never by value', async () => {
    await expect(start({ COLOUR: '' })).rejects.toThrow('COLOUR: is not set');
    await expect(start({ COUNT: 'hunter2' })).rejects.toThrow(/COUNT/);
    await expect(start({ COUNT: 'hunter2' })).rejects.not.toThrow(/hunter2/);
  });

  it.each(['10.0.0.0/99', 'proxy.example', '10.0.0.1,,10.0.0.2'])(
    'refuses TRUST_PROXY=%s by name',
    async (TRUST_PROXY) => {
      await expect(start({ TRUST_PROXY })).rejects.toThrow(
        'TRUST_PROXY: is not a list of addresses and networks',
      );
    },
  );

  it('trusts X-Forwarded-For of the named proxies only, and of none by default', async () => {
    const addressSeen = async () => {
      const headers = { 'x-forwarded-for': '203.0.113.7' };
      const response = await fetch(`${service!.url}/api/v1/address`, { headers });
      return ((await response.json()) as { address: string }).address;
    };
    service = await start();
    expect(await addressSeen()).toBe('127.0.0.1');
    await service.stop();
    service = await start({ TRUST_PROXY: '198.51.100.0/24' });
    expect(await addressSeen()).toBe('127.0.0.1');
    await service.stop();
    service = await start({ TRUST_PROXY: '127.0.0.1,198.51.100.0/24' });
    expect(await addressSeen()).toBe('203.0.113.7');
  });

  it('freezes its configuration', async () => {
    service = await start({ UNKNOWN: 'x' });
    expect(service.config).toMatchObject({ COLOUR: 'red', COUNT: 3 });
    expect(service.config).not.toHaveProperty('UNKNOWN');
    expect(Object.isFrozen(service.config)).toBe(true);
  });

  it('lets running requests end, takes no more, and closes its parts in reverse order', async () => {
    service = await start();
    const running = await askSlowly();
    await service.stop();
    expect(await (await running.answer).json()).toEqual({ colour: 'red' });
    expect(log).toEqual([
      'first listens',
      'second listens',
      'first stops',
      'answered',
      'second closes',
      'first closes',
    ]);
    await expect(fetch(`${service.url}/api/v1/slow`)).rejects.toThrow();
  });

  it('answers on kept-alive connections until their clients have left, not longer', async () => {
    service = await start({ STOP_LINGER: '60000' });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async () => {
      const request = get(`${service!.url}/api/v1/address`, { agent });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      return [response.statusCode, response.headers.connection];
    };
    expect(await ask()).toEqual([200, 'keep-alive']);
    const stopped = service.stop();
    let answered = await ask();
    // Until the service has begun to stop.
    while (answered[1] === 'keep-alive') answered = await ask();
    expect(answered).toEqual([200, 'close']);
    // Waits for a part of the time only: the test would time out otherwise.
    await stopped;
  }, 30_000);

  it('aborts requests that do not end in time', async () => {
    service = await start({ STOP_TIMEOUT: '50' });
    const running = await askSlowly();
    await service.stop();
    await expect(running.answer).rejects.toThrow();
  });

  it('is ready while its parts are, without saying why not', async () => {
    service = await start();
    const ready = async () => {
      const answer = await fetch(`${service!.url}/health/ready`);
      return [answer.status, await answer.json()];
    };
    expect(await ready()).toEqual([200, { status: 'ok' }]);
    expect(await service.readiness()).toEqual({ status: 'ok', checks: { mood: 'ok' } });
    healthy = false;
    expect(await ready()).toEqual([503, { status: 'not-ready' }]);
    expect(await service.readiness()).toEqual({ status: 'not-ready', checks: { mood: 'failed' } });
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
  });

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'request.malformed'],
    [
      'headers of 40 kB',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`,
      431,
      'request.headers-too-large',
    ],
    [
      'two lengths',
      'POST /api/v1/slow HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'request.malformed',
    ],
  ])('answers %s with a problem', async (_what, sent, status, code) => {
    service = await start();
    const text = await new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(service!.port, '127.0.0.1', () => socket.write(sent));
      socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
      socket.on('close', () => resolve(received));
      socket.on('error', reject);
    });
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text).toContain('application/problem+json');
    expect(text).toContain(code);
  });
});
