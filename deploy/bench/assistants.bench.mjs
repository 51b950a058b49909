// Compares the search tool of /mcp with the REST call that it makes, with the same token.
import { Client } from 'undici';
import { report, serve, sideBySide, signIn } from './measure.mjs';

const words = ['コーヒー', '会議室', '契約', 'イベント', '鍵', '見学', 'プリンター', '紹介'];

export async function run() {
  const installation = await serve({ demo: { posts: 2_000 } });
  const client = new Client(installation.url);
  try {
    const admin = await signIn(installation.url, 'admin@engawa.example');
    const { body } = await admin.call('POST', '/api-tokens', {
      name: 'bench',
      scopes: ['search.read'],
    });
    const headers = { authorization: `Bearer ${body.token}` };
    const ask = async (options) => {
      const answer = await client.request(options);
      const text = await answer.body.text();
      if (answer.statusCode !== 200 || text.includes('"isError":true')) throw new Error(text);
    };
    let turn = 0;
    const word = () => words[turn++ % words.length];
    const times = await sideBySide(
      {
        rest: () => {
          const path = `/api/v1/search/posts?q=${encodeURIComponent(word())}`;
          return ask({ method: 'GET', path, headers });
        },
        tool: () => {
          turn -= 1;
          const params = { name: 'search_posts', arguments: { query: word() } };
          return ask({
            method: 'POST',
            path: '/mcp',
            headers: {
              ...headers,
              'content-type': 'application/json',
              accept: 'application/json, text/event-stream',
            },
            body: JSON.stringify({ jsonrpc: '2.0', id: turn, method: 'tools/call', params }),
          });
        },
      },
      { rounds: 500, warmup: 100 },
    );
    return report('Assistants: search among 2,000 posts', [
      { what: 'searchPosts over REST, p50', measured: times.rest.p50, unit: 'ms' },
      { what: 'search_posts over MCP, p50', measured: times.tool.p50, unit: 'ms' },
      { what: 'searchPosts over REST, p95', measured: times.rest.p95, unit: 'ms' },
      { what: 'search_posts over MCP, p95', measured: times.tool.p95, unit: 'ms' },
      {
        what: 'MCP / REST, p95',
        measured: times.tool.p95 / times.rest.p95,
        unit: '×',
        limit: 1.3,
      },
    ]);
  } finally {
    await client.close();
    await installation.stop();
  }
}
