import { FairLanes, type Lane } from './fair-lanes';

const lane = (space: string, receiver: string): Lane => ({ space, receiver });
const name = ({ space, receiver }: Lane) => `${space}/${receiver}`;

function lanesOf(limits: Partial<{ total: number; perSpace: number; perLane: number }> = {}) {
  return new FairLanes({ total: 100, perSpace: 100, perLane: 1, ...limits });
}

/** Takes every free slot. */
function takeAll(lanes: FairLanes, now = 0) {
  const taken = [];
  for (let next = lanes.take(now); next; next = lanes.take(now)) taken.push(next);
  return taken;
}

function fail(lanes: FairLanes, times: number, at: number) {
  for (let n = 0; n < times; n += 1) {
    const [only] = takeAll(lanes, at);
    only!.end({ kind: 'failed', at });
  }
}

describe('fair lanes', () => {
  it('give the spaces turns, and the receivers of a space', () => {
    const lanes = lanesOf();
    for (const each of ['a/1', 'a/2', 'a/3', 'b/1', 'c/1']) {
      const [space, receiver] = each.split('/') as [string, string];
      lanes.wake(lane(space, receiver));
    }
    const order: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      const next = lanes.take(0)!;
      order.push(name(next.lane));
      next.end({ kind: 'done' });
    }
    expect(order).toEqual(['a/1', 'b/1', 'c/1', 'a/2', 'b/1', 'c/1']);
  });

  it('bound what runs for a receiver, for a space and in all', () => {
    const lanes = lanesOf({ total: 5, perSpace: 3, perLane: 2 });
    for (const receiver of ['1', '2', '3']) lanes.wake(lane('a', receiver));
    lanes.wake(lane('b', '1'));
    const taken = takeAll(lanes).map(({ lane: each }) => name(each));
    expect(taken.sort()).toEqual(['a/1', 'a/2', 'a/3', 'b/1', 'b/1']);
    for (const space of ['c', 'd']) lanes.wake(lane(space, '1'));
    expect(lanes.take(0)).toBeNull();
  });

  it('forget a lane that has nothing due, unless it was woken meanwhile', () => {
    const lanes = lanesOf();
    lanes.wake(lane('a', '1'));
    lanes.take(0)!.end({ kind: 'empty' });
    expect(lanes.take(0)).toBeNull();
    lanes.wake(lane('a', '1'));
    const looking = lanes.take(0)!;
    lanes.wake(lane('a', '1'));
    looking.end({ kind: 'empty' });
    expect(lanes.take(0)).not.toBeNull();
  });

  it('pause a lane that fails again and again, ever longer, until it succeeds', () => {
    const lanes = lanesOf();
    lanes.wake(lane('a', '1'));
    fail(lanes, 2, 0);
    fail(lanes, 1, 0);
    expect(lanes.take(4_999)).toBeNull();
    fail(lanes, 1, 5_000);
    expect(lanes.take(14_999)).toBeNull();
    for (let at = 15_000, n = 0; n < 20; n += 1, at += 300_000) fail(lanes, 1, at);
    const probe = lanes.take(15_000 + 20 * 300_000)!;
    probe.end({ kind: 'done' });
    expect(lanes.take(15_000 + 20 * 300_000)).not.toBeNull();
  });

  it('leave half of the slots of a space to receivers that answer', () => {
    const lanes = lanesOf({ perSpace: 6 });
    for (const receiver of ['1', '2', '3', '4', '5', '6']) lanes.wake(lane('a', receiver));
    for (const attempt of takeAll(lanes)) attempt.end({ kind: 'failed', at: 0 });
    const held = takeAll(lanes);
    expect(held).toHaveLength(3);
    lanes.wake(lane('a', 'alive'));
    expect(takeAll(lanes).map(({ lane: each }) => name(each))).toEqual(['a/alive']);
    // The slot of a dead receiver is free again for the next one.
    held[0]!.end({ kind: 'failed', at: 0 });
    expect(takeAll(lanes)).toHaveLength(1);
  });

  it('resume a paused lane when somebody asks for it', () => {
    const lanes = lanesOf();
    lanes.wake(lane('a', '1'));
    fail(lanes, 3, 0);
    expect(lanes.take(1)).toBeNull();
    lanes.resume(lane('a', '1'));
    expect(lanes.take(1)).not.toBeNull();
  });

  it('keep half of the places for lanes that do not fail', () => {
    const lanes = lanesOf({ total: 8, perLane: 4 });
    for (let n = 0; n < 20; n += 1) lanes.wake(lane(`dead${n}`, '1'));
    for (let round = 0; round < 6; round += 1) {
      for (const each of takeAll(lanes)) each.end({ kind: 'failed', at: 0 });
    }
    const probes = takeAll(lanes, 300_000);
    lanes.wake(lane('healthy', '1'));
    const healthy = takeAll(lanes, 300_000).map(({ lane: each }) => name(each));
    expect(probes).toHaveLength(4);
    expect(healthy).toContain('healthy/1');
  });
});
