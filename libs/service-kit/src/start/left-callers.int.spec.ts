import { spawnSync } from 'node:child_process';
import { Controller, Module, Post } from '@nestjs/common';
import { register } from 'prom-client';
import { z } from 'zod';
import { Answer, Operation, defineService, startService, type RunningService } from '../index';

const calls = { count: 0 };

@Controller()
class CallsController {
  @Post('calls')
  @Operation('call')
  @Answer(200, z.object({ count: z.number() }))
  call() {
    calls.count += 1;
    return { count: calls.count };
  }
}

@Module({ controllers: [CallsController] })
class CallsModule {}

const counting = defineService({ name: 'counting', config: z.object({}), module: CallsModule });

/**
 * Sends requests, each on a connection of its own that it closes at once. This process is blocked
 * meanwhile, as one that lags: it reads them when their caller has left.
 */
function sendAndLeave(port: number, times: number): void {
  const body = '{"memo":"written for nobody"}';
  const request =
    'POST /api/v1/calls HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n' +
    `content-length: ${body.length}\r\n\r\n${body}`;
  const script = `
    const { connect } = require('node:net');
    for (let n = 0; n < ${times}; n += 1) {
      const socket = connect(${port}, '127.0.0.1', () =>
        socket.write(${JSON.stringify(request)}, () => socket.destroy()));
    }`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
}

describe('callers who have left', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService(counting, { env: { LOG_LEVEL: 'silent' }, port: 0 });
  });
  afterAll(() => service.stop());

  const leftCallers = async () => {
    const { values } = await register.getSingleMetric('engawa_http_requests_left_total')!.get();
    return values.find(({ labels }) => labels['service'] === 'counting')?.value ?? 0;
  };

  it('cause no work, and are counted', async () => {
    sendAndLeave(service.port, 20);
    // Accepted after them.
    const answer = await fetch(`${service.url}/api/v1/calls`, { method: 'POST' });
    expect(await answer.json()).toEqual({ count: 1 });
    while ((await leftCallers()) < 20) await new Promise((resolve) => setImmediate(resolve));
    expect(calls.count).toBe(1);
  });
});
