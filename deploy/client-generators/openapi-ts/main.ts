import { client } from './engawa/client.gen.js';
import { listMembers } from './engawa/sdk.gen.js';

client.setConfig({ baseUrl: process.env['ENGAWA_URL']!, auth: process.env['ENGAWA_TOKEN']! });
const { data } = await listMembers({ query: { limit: 25 }, throwOnError: true });
console.log(JSON.stringify({ members: data.items.length, total: data.total }));
