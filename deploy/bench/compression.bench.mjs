// Cost and gain of compression at the gateway: pages of posts in each content coding, compared.
import { Client } from 'undici';
import { usageMeter, report, serve, sideBySide, signIn, writePages } from './measure.mjs';

export async function run() {
  const installation = await serve({});
  const client = new Client(installation.url);
  try {
    const admin = await signIn(installation.url, 'admin@engawa.example');
    await writePages(admin);
    const { body } = await admin.call('POST', '/api-tokens', {
      name: 'bench',
      scopes: ['post.read'],
    });
    const bytes = {};
    const ask = (limit, coding) => async () => {
      const answer = await client.request({
        method: 'GET',
        path: `/api/v1/posts?limit=${limit}`,
        headers: { authorization: `Bearer ${body.token}`, 'accept-encoding': coding },
      });
      const sent = await answer.body.arrayBuffer();
      if (answer.statusCode !== 200) throw new Error(String(answer.statusCode));
      bytes[`${limit} ${coding}`] = sent.byteLength;
    };
    const rows = [];
    for (const limit of [10, 50]) {
      const times = await sideBySide(
        { identity: ask(limit, 'identity'), gzip: ask(limit, 'gzip'), br: ask(limit, 'br') },
        { rounds: 100, warmup: 20 },
      );
      for (const coding of ['identity', 'gzip', 'br']) {
        const size = bytes[`${limit} ${coding}`] / 1024;
        rows.push({ what: `${limit} posts, ${coding}: size`, measured: size, unit: 'kB' });
        rows.push({
          what: `${limit} posts, ${coding}: p50`,
          measured: times[coding].p50,
          unit: 'ms',
        });
      }
      const cpu = {};
      for (const coding of ['identity', 'gzip', 'br']) {
        const meter = usageMeter(installation.pid);
        for (let n = 0; n < 100; n += 1) await ask(limit, coding)();
        cpu[coding] = meter.millis() / 100;
      }
      for (const coding of ['gzip', 'br']) {
        rows.push({
          what: `${limit} posts, ${coding}: added processor time`,
          measured: cpu[coding] - cpu.identity,
          unit: 'ms',
          limit: 3,
        });
      }
    }
    return report('Compression of answers', rows);
  } finally {
    await client.close();
    await installation.stop();
  }
}
