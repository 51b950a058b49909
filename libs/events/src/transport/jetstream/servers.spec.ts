import { serversOf } from './servers';

describe('addresses of NATS', () => {
  it('carry a user, a token or neither', () => {
    expect(serversOf(['127.0.0.1:4222', 'nats://other:4223'])).toEqual({
      servers: ['nats://127.0.0.1:4222', 'nats://other:4223'],
    });
    expect(serversOf(['nats://engawa:p%40ss@a:4222', 'nats://b:4222'])).toEqual({
      servers: ['nats://a:4222', 'nats://b:4222'],
      user: 'engawa',
      pass: 'p@ss',
    });
    expect(serversOf(['tls://secret@a:4222'])).toEqual({
      servers: ['tls://a:4222'],
      token: 'secret',
    });
  });
});
