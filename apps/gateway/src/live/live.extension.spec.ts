import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import type { EventBus, EventTransport } from '@engawa/events';
import { eventually, staffClaims } from '@engawa/testing';
import fastify, { type FastifyReply } from 'fastify';
import type { GatewayConfig } from '../gateway.config';
import { RevokedSessions } from '../token/revoked-sessions';
import type { TokenCheck } from '../token/token-check';
import { LiveExtension } from './live.extension';
import type { LiveHub } from './live-hub';

describe('LiveExtension', () => {
  it('lets streams begin anew that were opened before events are followed', async () => {
    let following = (): void => undefined;
    const bus = {
      follow: () =>
        new Promise<() => void>((resolve) => (following = () => resolve(() => undefined))),
    };
    const hub = { reset: jest.fn() };
    const extension = new LiveExtension(
      { ENGAWA_PUBLIC_URL: 'http://localhost' } as GatewayConfig,
      { readSince: async () => undefined } as unknown as EventTransport,
      bus as unknown as EventBus,
      new RevokedSessions(),
      hub as unknown as LiveHub,
      {} as TokenCheck,
    );
    extension.onApplicationBootstrap();
    expect(hub.reset).not.toHaveBeenCalled();
    following();
    await eventually(() => expect(hub.reset).toHaveBeenCalledTimes(1));
  });

  it('opens no stream for a caller who left while the token was checked', async () => {
    let checked = (): void => undefined;
    const hub = { requireRoom: jest.fn(), join: jest.fn(), endAll: () => undefined };
    const tokens = {
      check: () => new Promise((resolve) => (checked = () => resolve(staffClaims()))),
    };
    const extension = new LiveExtension(
      { ENGAWA_PUBLIC_URL: 'http://localhost' } as GatewayConfig,
      {} as EventTransport,
      {} as EventBus,
      new RevokedSessions(),
      hub as unknown as LiveHub,
      tokens as unknown as TokenCheck,
    );
    const server = fastify();
    const replies: FastifyReply[] = [];
    server.addHook('onRequest', async (_request, reply) => void replies.push(reply));
    extension.beforeListen({ getHttpAdapter: () => ({ getInstance: () => server }) } as never);
    await server.listen({ host: '127.0.0.1', port: 0 });
    const caller = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    caller.on('error', () => undefined);
    caller.write('GET /api/v1/live HTTP/1.1\r\nhost: engawa\r\n\r\n');
    await eventually(() => expect(replies).toHaveLength(1));
    const left = once(replies[0]!.raw, 'close');
    caller.destroy();
    await left;
    checked();
    await eventually(() => expect(hub.requireRoom).toHaveBeenCalled());
    expect(replies[0]!.sent).toBe(true);
    expect(hub.join).not.toHaveBeenCalled();
    extension.beforeStop();
    await server.close();
  });
});
