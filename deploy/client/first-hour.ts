// A partner's first hour: lists members, writes a post, receives it as a webhook, verifies the message, and has
// it sent again. Run with ENGAWA_URL and ENGAWA_TOKEN (scopes post.read, post.write, member.read and
// integration.manage), where the installation may send to this machine (WEBHOOK_ALLOWED_NETWORKS).
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerOf, createClient, verifyWebhook, WebhookRefused } from '@engawa/client';

const engawa = createClient({
  baseUrl: process.env.ENGAWA_URL ?? 'http://localhost:4000',
  token: process.env.ENGAWA_TOKEN ?? null,
});
const began = new Date().toISOString();

interface Received {
  id: string;
  type: string;
  postId: unknown;
}
const received: Received[] = [];
let refused = 0;
let arrived = () => {};
let secret = '';

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  try {
    const { type, data } = await verifyWebhook({ body, headers: request.headers, secret });
    received.push({ id: String(request.headers['webhook-id']), type, postId: data['postId'] });
    response.writeHead(204).end();
  } catch (error) {
    if (!(error instanceof WebhookRefused)) throw error;
    refused += 1;
    response.writeHead(401).end();
  }
  arrived();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;

/** Waits until `count` messages were received. */
async function receive(count: number): Promise<void> {
  while (received.length < count) await new Promise<void>((resolve) => (arrived = resolve));
}

const members = await answerOf(engawa.GET('/api/v1/members', { params: { query: { limit: 1 } } }));

const webhook = await answerOf(
  engawa.POST('/api/v1/webhooks', {
    body: {
      url: `http://127.0.0.1:${port}/engawa`,
      events: ['timeline.post.created'],
    },
  }),
);
secret = webhook.secret;

const post = await answerOf(
  engawa.POST('/api/v1/posts', {
    body: { memo: '見学のあと、週3日で入会。', memberIds: [members.items[0]!.id] },
  }),
);
await receive(1);

const forged = await fetch(`http://127.0.0.1:${port}/engawa`, {
  method: 'POST',
  headers: {
    'webhook-id': 'forged',
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': 'v1,AAAA',
  },
  body: '{}',
});

const place = { params: { path: { id: webhook.id } } };
const replayed = await answerOf(
  engawa.POST('/api/v1/webhooks/{id}/replay', { ...place, body: { from: began } }),
);
await receive(2);

await answerOf(engawa.DELETE('/api/v1/webhooks/{id}', place));
server.close();
server.closeAllConnections();
console.log(
  JSON.stringify({
    members: members.total,
    received: received.map(({ type, postId }) => ({ type, isPost: postId === post.id })),
    sameId: received[0]!.id === received[1]!.id,
    replayed: replayed.count,
    forged: { status: forged.status, refused },
  }),
);
