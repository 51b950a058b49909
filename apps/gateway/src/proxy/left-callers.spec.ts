import { createServer, IncomingMessage, type ServerResponse } from 'node:http';
import { connect, Socket, type AddressInfo } from 'node:net';
import { OpenRequests } from '../limit/open-requests';
import { CallerLeft, readBody } from './request-body';

/** A request whose caller leaves before its first check is over, and its response. */
async function leftRequest(): Promise<{ raw: IncomingMessage; response: ServerResponse }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const left = new Promise<{ raw: IncomingMessage; response: ServerResponse }>((resolve) => {
    server.once('request', (raw: IncomingMessage, response: ServerResponse) => {
      raw.on('error', () => undefined);
      response.once('close', () => setImmediate(() => resolve({ raw, response })));
      caller.destroy();
    });
  });
  const caller = connect((server.address() as AddressInfo).port, '127.0.0.1');
  caller.on('error', () => undefined);
  caller.write('POST / HTTP/1.1\r\nhost: engawa\r\ncontent-length: 2\r\n\r\n{}');
  const request = await left;
  await new Promise((resolve) => server.close(resolve));
  return request;
}

const nextRequest = () => new IncomingMessage(new Socket());

describe('a request whose caller left during an earlier check', () => {
  let request: Awaited<ReturnType<typeof leftRequest>>;

  beforeEach(async () => {
    request = await leftRequest();
  });

  it('takes no place of the caller until its body is received', () => {
    const open = new OpenRequests(1);
    open.admitUntilReceived('staff', request.raw);
    expect(open.admitUntilReceived('staff', nextRequest())).toBe(true);
  });

  it('takes no place of the caller until it is answered', () => {
    const open = new OpenRequests(1);
    open.admitUntilAnswered('staff', request.response);
    expect(open.admitUntilReceived('staff', nextRequest())).toBe(true);
  });

  it('has no body to wait for', async () => {
    const body = readBody(request.raw, { maxBytes: 100, timeoutMs: 600_000 });
    await expect(body).rejects.toThrow(CallerLeft);
  });
});
