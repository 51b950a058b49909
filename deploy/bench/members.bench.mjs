// Import, export and list of many members; see apps/members/bench.
import { runServiceBench } from '../../apps/members/bench/run.mjs';
import { report } from './measure.mjs';

export async function run() {
  const over = [];
  for (const name of ['member-import', 'member-list']) {
    for (const { title, figures } of await runServiceBench('members', name))
      over.push(...report(title, figures));
  }
  return over;
}
