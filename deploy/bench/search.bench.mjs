// Search among many posts, compared with a scan and Groonga; see apps/search/bench.
import { runServiceBench } from '../../apps/members/bench/run.mjs';
import { report } from './measure.mjs';

/** Numbers of posts and spaces; a million posts take several minutes: `BENCH_MILLION=1`. */
const sizes = [['100000', '1']];
if (process.env.BENCH_MILLION) sizes.push(['1000000', '1'], ['1000000', '50']);

export async function run() {
  const over = [];
  for (const size of sizes) {
    for (const { title, figures } of await runServiceBench('search', 'search', ...size)) {
      over.push(...report(title, figures));
    }
  }
  return over;
}
