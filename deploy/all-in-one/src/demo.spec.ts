import { execFileSync } from 'node:child_process';
import path from 'node:path';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-23T06:00:00Z');
const workspace = path.resolve(__dirname, '../../..');

interface Plan {
  writer: { staffId: string };
  body: { memo: string; memberIds: string[]; talkedAt: string };
}

/** The planned posts of the demo; the demo's files are ES modules of Node. */
function planPosts(count: number, now = NOW): Plan[] {
  const script = `
    import { planPosts } from './deploy/demo/plan.mjs';
    import { members, staffs } from './deploy/demo/people.mjs';
    const people = members.map((member, at) => ({ ...member, id: 'member ' + at }));
    const callers = staffs.map((_staff, at) => ({ staffId: 'staff ' + at }));
    const labelOf = (topic) => topic;
    const plans = planPosts({ count: ${count}, now: ${now}, people, callers, labelOf });
    console.log(JSON.stringify(plans));`;
  const out = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: workspace,
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
  });
  return JSON.parse(out) as Plan[];
}

describe('the demo', () => {
  const plans = planPosts(400);

  it('is the same at the same time', () => {
    expect(plans).toHaveLength(400);
    expect(planPosts(400)).toEqual(plans);
  });

  it('is alike on each day of a week', () => {
    const writersOf = (all: Plan[]) => all.map(({ writer }) => writer.staffId);
    for (let day = 1; day <= 7; day += 1) {
      expect(writersOf(planPosts(400, NOW + day * DAY_MS))).toEqual(writersOf(plans));
    }
  });

  it('names the same members together several times within a month, with other news', () => {
    const memosOf = new Map<string, string[]>();
    for (const { body } of plans) {
      if (NOW - Date.parse(body.talkedAt) > 30 * DAY_MS || body.memberIds.length < 2) continue;
      const together = [...body.memberIds].sort().join(' ');
      memosOf.set(together, [...(memosOf.get(together) ?? []), body.memo]);
    }
    const repeated = [...memosOf.values()].filter((memos) => memos.length > 1);
    expect(repeated.length).toBeGreaterThanOrEqual(4);
    for (const memos of repeated) expect(new Set(memos).size).toBe(memos.length);
  });

  it('lets no member say the same again within a month', () => {
    const said = new Map<string, number>();
    for (const { body } of plans) {
      const at = Date.parse(body.talkedAt);
      const key = `${body.memberIds.join(' ')} ${body.memo}`;
      expect(at - (said.get(key) ?? -Infinity)).toBeGreaterThan(30 * DAY_MS);
      said.set(key, at);
    }
  });
});
