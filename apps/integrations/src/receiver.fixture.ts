import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received request. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server on loopback that records requests. */
export class Receiver {
  readonly received: Received[] = [];
  /** Status for a path; null leaves the request unanswered. */
  answer: (path: string) => number | null = () => 200;
  private readonly server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += piece));
    request.on('end', () => {
      const path = request.url ?? '';
      this.received.push({ path, headers: request.headers, body });
      const status = this.answer(path);
      if (status === null) return;
      if (status === 302) response.setHeader('location', `${this.url}/redirected`);
      response.writeHead(status).end('x'.repeat(100));
    });
  });

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  at(path: string): Received[] {
    return this.received.filter((one) => one.path === path);
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
