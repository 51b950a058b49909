// `npm run webhooks:listen -- --token engawa_… [--url http://localhost:4000] [--port 4999] [--event NAME …]`:
// shows webhook deliveries on a developer's machine. It adds a webhook with the address of this process,
// verifies each delivery as receivers should, prints it, and deletes the webhook at the end (Ctrl-C). The token
// needs the scope integration.manage; the installation must run with WEBHOOK_ALLOWED_NETWORKS=127.0.0.0/8.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readOptions } from './tools/arguments.mjs';
import { fail, print, workspace } from './tools/workspace.mjs';

const values = readOptions(
  `usage: npm run webhooks:listen -- --token engawa_… [--url http://localhost:4000] [--port 4999] [--event NAME …]
ENGAWA_TOKEN is read where --token is missing.`,
  {
    token: { type: 'string', default: process.env.ENGAWA_TOKEN },
    url: { type: 'string', default: 'http://localhost:4000' },
    port: { type: 'string', default: '4999' },
    event: { type: 'string', multiple: true },
  },
  ({ token, url, port }) => {
    if (!token) throw new Error('an API token with the scope integration.manage is needed');
    if (!URL.canParse(url)) throw new Error('--url takes an address such as http://localhost:4000');
    if (!/^\d+$/.test(port) || Number(port) > 65_535)
      throw new Error('--port takes a number from 0 to 65535');
  },
);
const base = values.url.replace(/\/+$/, '');

async function call(method, address, body) {
  const answer = await fetch(`${base}/api/v1${address}`, {
    method,
    headers: { authorization: `Bearer ${values.token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch((error) => {
    throw new Error(`${base} does not answer: ${error.cause?.message ?? error.message}`);
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${address} answered ${answer.status}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}

/** Standard Webhooks 1.0.0: one of the signatures is valid and the message is recent. */
function isGenuine(headers, body, secret) {
  const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signed } = headers;
  if (Math.abs(Date.now() / 1000 - Number(seconds)) > 300) return false;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const wanted = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest();
  return String(signed)
    .split(' ')
    .map((one) => Buffer.from(one.replace(/^v1,/, ''), 'base64'))
    .some((one) => one.length === wanted.length && timingSafeEqual(one, wanted));
}

let hook = null;
const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const genuine = hook !== null && isGenuine(request.headers, body, hook.secret);
  response.writeHead(genuine ? 204 : 400).end();
  const word = genuine ? 'verified' : 'NOT GENUINE';
  console.log(`${new Date().toISOString()} ${word} ${request.headers['webhook-id']}\n  ${body}`);
});
await new Promise((resolve) => {
  server.once('error', (error) => fail(error.message));
  server.listen(Number(values.port), '127.0.0.1', resolve);
});

const document = path.join(workspace, 'libs/contracts/snapshots/openapi.json');
const known = Object.keys(JSON.parse(readFileSync(document, 'utf8')).webhooks);
const adding = call('POST', '/webhooks', {
  url: `http://127.0.0.1:${server.address().port}/`,
  description: 'npm run webhooks:listen',
  events: values.event ?? known.filter((name) => name !== 'webhook.test'),
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop(0));
try {
  hook = await adding;
  await call('POST', `/webhooks/${hook.id}/test`);
  print(`listens for ${base}; Ctrl-C ends it and deletes the webhook`);
} catch (error) {
  console.error(`engawa  ${error.message}`);
  await stop(1);
}

/** Deletes the webhook, also one whose request is under way, and exits. */
async function stop(code) {
  const added = await adding.catch(() => null);
  if (added) await call('DELETE', `/webhooks/${added.id}`).catch((error) => print(error.message));
  process.exit(code);
}
