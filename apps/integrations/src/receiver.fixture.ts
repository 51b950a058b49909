import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
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
  /** Status for a path; null leaves the request unanswered until `release`. */
  answer: (path: string) => number | null = () => 200;
  private unanswered: ServerResponse[] = [];
  private readonly server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += piece));
    request.on('end', () => {
      const path = request.url ?? '';
      this.received.push({ path, headers: request.headers, body });
      const status = this.answer(path);
      if (status === null) {
        this.unanswered.push(response);
        return;
      }
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

  /** Answers the requests that were left unanswered. */
  release(status: number): void {
    for (const response of this.unanswered.splice(0)) response.writeHead(status).end();
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
