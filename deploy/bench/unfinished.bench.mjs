// Effect of an attacker's unfinished request bodies on the reads and sign-ins of others.
import { connect } from 'node:net';
import { openClient, percentile, report, serve, signIn, timed } from './measure.mjs';

const password = 'engawa-demo';
const SOCKETS = 500;
const ROUNDS = 200;
const TARGETS = ['/posts', '/auth/sign-in', '/members', '/posts'];

/** Keeps `SOCKETS` connections open with half a body each; a closed connection is reopened. */
function attack(url) {
  const { port, hostname } = new URL(url);
  let running = true;
  const sockets = new Set();
  const open = (n) => {
    if (!running) return;
    // A separate address: limits by address must not affect the measured requests.
    const socket = connect({ port: Number(port), host: hostname, localAddress: '127.0.0.9' });
    sockets.add(socket);
    socket.on('error', () => undefined).resume();
    socket.on('close', () => {
      sockets.delete(socket);
      setTimeout(() => open(n), 100).unref();
    });
    socket.on('connect', () =>
      socket.write(
        `POST /api/v1${TARGETS[n % TARGETS.length]} HTTP/1.1\r\nhost: engawa\r\n` +
          'content-type: application/json\r\ncontent-length: 900\r\n\r\n{"memo":"',
      ),
    );
  };
  for (let n = 0; n < SOCKETS; n += 1) open(n);
  return () => {
    running = false;
    for (const socket of sockets) socket.destroy();
  };
}

export async function run() {
  const installation = await serve({ env: { AUTH_RATE_LIMIT: '100000' } });
  const { url } = installation;
  const { accessToken } = await signIn(url, 'staff@engawa.example');
  const client = openClient(url);
  const headers = { authorization: `Bearer ${accessToken}` };
  const measure = async () => {
    const times = { read: [], signIn: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      times.read.push(await timed(() => client.get('/posts', headers)));
      if (round % 4 > 0) continue;
      times.signIn.push(
        await timed(() =>
          client.post('/auth/sign-in', { email: 'staff@engawa.example', password }),
        ),
      );
    }
    return { read: percentile(times.read, 0.95), signIn: percentile(times.signIn, 0.95) };
  };
  try {
    await measure();
    const quiet = await measure();
    const stop = attack(url);
    // Half of the measurement is after the 10 s at which unfinished bodies are aborted.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const attacked = await measure();
    stop();
    return report(`Unfinished bodies, ${SOCKETS} connections`, [
      { what: 'listPosts, quiet, p95', measured: quiet.read, unit: 'ms' },
      { what: 'listPosts, attacked, p95', measured: attacked.read, unit: 'ms' },
      {
        what: 'listPosts, attacked / quiet',
        measured: attacked.read / quiet.read,
        unit: '×',
        limit: 2,
      },
      { what: 'signIn, quiet, p95', measured: quiet.signIn, unit: 'ms' },
      { what: 'signIn, attacked, p95', measured: attacked.signIn, unit: 'ms' },
      {
        what: 'signIn, attacked / quiet',
        measured: attacked.signIn / quiet.signIn,
        unit: '×',
        limit: 2,
      },
    ]);
  } finally {
    await client.close();
    await installation.stop();
  }
}
