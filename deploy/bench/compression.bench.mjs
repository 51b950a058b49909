// What compressing answers at the gateway costs and saves: pages of posts in each coding, side by side.
import { Client } from 'undici';
import { report, serve, sideBySide, signIn } from './measure.mjs';

export async function run() {
  const installation = await serve({ demo: { posts: 2_000 } });
  const client = new Client(installation.url);
  try {
    const admin = await signIn(installation.url, 'admin@engawa.example');
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
        { rounds: 300, warmup: 60 },
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
      rows.push({
        what: `${limit} posts, br beside none: added at p50`,
        measured: times.br.p50 - times.identity.p50,
        unit: 'ms',
        limit: 3,
      });
    }
    return report('Compression of answers', rows);
  } finally {
    await client.close();
    await installation.stop();
  }
}
