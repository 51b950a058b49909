import { communitiesOf, layoutOf, namesOf, shownEdges } from './network.rules';

const edge = (one: string, other: string, total: number, ...labelIds: string[]) => ({
  between: [one, other] as [string, string],
  total,
  labels: labelIds.map((labelId) => ({ labelId, total: 1 })),
});

/** Two groups of three with one weak connection. */
const twoGroups = [
  edge('a', 'b', 4, 'event'),
  edge('b', 'c', 3, 'event', 'issue'),
  edge('a', 'c', 3, 'issue', 'event'),
  edge('x', 'y', 5, 'issue'),
  edge('y', 'z', 2),
  edge('x', 'z', 2),
  edge('c', 'x', 1, 'event'),
];

const groupsOf = (edges: Parameters<typeof communitiesOf>[0]) =>
  communitiesOf(edges).map(({ memberIds }) => ({
    memberIds,
    title: memberIds.length > 2 ? '事業の課題 · 青木' : '',
  }));

describe('the network of members', () => {
  it('leaves out connections of a single post unless they are asked for', () => {
    expect(shownEdges(twoGroups, false)).toHaveLength(6);
    expect(shownEdges(twoGroups, true)).toHaveLength(7);
  });

  it('has groups, named by the commonest label of the posts inside', () => {
    const groups = communitiesOf(twoGroups).map(({ memberIds, labelId }) => [
      [...memberIds].sort().join(''),
      labelId,
    ]);
    expect(groups).toEqual(
      expect.arrayContaining([
        ['abc', 'event'],
        ['xyz', 'issue'],
      ]),
    );
    expect(groups).toHaveLength(2);
    expect(communitiesOf([edge('a', 'b', 2)])).toEqual([{ memberIds: ['a', 'b'], labelId: null }]);
    expect(communitiesOf([])).toEqual([]);
  });

  it('is the same for the same connections in another order', () => {
    expect(communitiesOf(twoGroups.toReversed())).toEqual(communitiesOf(twoGroups));
  });

  it('tells groups with the same label apart by a member', () => {
    const event = { label: 'イベント', first: '林' };
    expect(namesOf([event, { label: '相談', first: '今井' }])).toEqual(['イベント', '相談']);
    expect(namesOf([event, { ...event, first: '池田' }])).toEqual([
      'イベント · 林',
      'イベント · 池田',
    ]);
  });

  const many = Array.from({ length: 120 }, (_, at) =>
    edge(`m${at}`, `m${(at * 7 + 1) % 180}`, 2 + (at % 3)),
  );
  it.each([
    ['few, named', twoGroups, { width: 700, height: 420 }, true],
    ['few in a narrow frame, named', twoGroups, { width: 320, height: 420 }, true],
    ['many', many, { width: 700, height: 600 }, false],
    ['many in a narrow frame', many.slice(0, 40), { width: 320, height: 640 }, false],
  ])('covers nobody, within its frame: %s', (_what, edges, frame, isNamed) => {
    const { places, names, rooms, face, height } = layoutOf(groupsOf(edges), frame, isNamed);
    const points = [...places.values()];
    for (const { x, y } of [...points, ...names]) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(frame.width);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(height);
    }
    expect(height).toBeLessThan(frame.height * 1.5);
    const distances = points.flatMap((one, at) =>
      points.slice(at + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
    );
    expect(Math.min(...distances)).toBeGreaterThan(face);
    for (const [at, one] of rooms.entries()) {
      for (const other of rooms.slice(at + 1)) {
        const apart =
          Math.abs(one.x - other.x) >= (one.width + other.width) / 2 ||
          Math.abs(one.y - other.y) >= (one.height + other.height) / 2;
        expect(apart).toBe(true);
      }
    }
  });

  it('draws few members with large faces', () => {
    const { face } = layoutOf(groupsOf(twoGroups), { width: 700, height: 420 }, true);
    expect(face).toBe(44);
  });
});
