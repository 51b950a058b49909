// `npm run webhooks:listen -- --token engawa_… [--url http://localhost:4000] [--port 4999] [--event NAME …]`:
// shows webhook deliveries on a developer's machine. It adds a webhook with the address of this process,
// verifies each delivery as receivers should, prints it, and deletes the webhook at the end (Ctrl-C). The token
// needs the scope integration.manage; the installation must run with WEBHOOK_ALLOWED_NETWORKS=127.0.0.0/8.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fail, print, workspace } from './tools/workspace.mjs';

const { values } = parseArgs({
  options: {
    token: { type: 'string' },
    url: { type: 'string', default: 'http://localhost:4000' },
    port: { type: 'string', default: '4999' },
    event: { type: 'string', multiple: true },
  },
});
const token = values.token ?? process.env.ENGAWA_TOKEN;
if (!token) fail('name an API token with the scope integration.manage: --token engawa_…');

async function call(method, address, body) {
  const answer = await fetch(`${values.url}/api/v1${address}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
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
await new Promise((resolve) => server.listen(Number(values.port), '127.0.0.1', resolve));

const document = path.join(workspace, 'libs/contracts/snapshots/openapi.json');
const known = Object.keys(JSON.parse(readFileSync(document, 'utf8')).webhooks);
try {
  hook = await call('POST', '/webhooks', {
    url: `http://127.0.0.1:${server.address().port}/`,
    description: 'npm run webhooks:listen',
    events: values.event ?? known.filter((name) => name !== 'webhook.test'),
  });
  await call('POST', `/webhooks/${hook.id}/test`);
} catch (error) {
  fail(error.message);
}
print(`listens for ${values.url}; Ctrl-C ends it and deletes the webhook`);

async function stop() {
  await call('DELETE', `/webhooks/${hook.id}`).catch((error) => print(error.message));
  server.close();
  process.exit(0);
}
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
