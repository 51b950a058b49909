import { events, type Insights } from '@engawa/contracts';
import {
  eventually,
  shortenPauses,
  spaceFacts,
  startTestService,
  type TestService,
} from '@engawa/testing';
import { search } from '../index';
import { post } from './insight.fixture';
import { InsightRepository, SpaceZoneRepository } from './insight.repository';

let service: TestService;

beforeAll(async () => {
  service = await startTestService(search);
  shortenPauses(service.running);
});
afterAll(() => service?.stop());

describe('getInsights', () => {
  describe('after a change of the time zone (INS-6)', () => {
    const space = 'space-zone';
    const range = 'from=2026-03-01&to=2026-03-10';
    const day = (instant: string, timeZone: string) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(instant));
    let version = 1;
    const talks = new Map<string, string>();
    const posts = [
      // Around midnight in Tokyo, New York and Kiritimati, and at noon.
      '2026-03-02T14:59:00.000Z',
      '2026-03-02T15:01:00.000Z',
      '2026-03-04T04:59:00.000Z',
      '2026-03-04T05:01:00.000Z',
      '2026-03-06T09:59:00.000Z',
      '2026-03-06T10:01:00.000Z',
      '2026-03-08T00:00:00.000Z',
    ];

    async function moveTo(timeZone: string): Promise<void> {
      version += 1;
      const data = spaceFacts({ spaceId: space, timeZone });
      await service.publish(events.spaceUpdated, { space, version, data });
    }
    async function read(): Promise<Insights> {
      const { body } = await service.asStaff({ space }).get(`/insights?${range}`).expect(200);
      return body as Insights;
    }
    /** Posts by day, counted from the published events. */
    function byDay(timeZone: string): Record<string, number> {
      const counts: Record<string, number> = {};
      for (const at of talks.values()) {
        const on = day(at, timeZone);
        counts[on] = (counts[on] ?? 0) + 1;
      }
      return counts;
    }
    async function expectFiguresOf(timeZone: string): Promise<void> {
      await eventually(async () => {
        const insights = await read();
        expect([insights.timeZone, insights.recounting]).toEqual([timeZone, false]);
        const counted = insights.periods.map(
          (on, at) => [on, insights.posts.byPeriod[at]!] as const,
        );
        expect(Object.fromEntries(counted.filter(([, count]) => count > 0))).toEqual(
          byDay(timeZone),
        );
        expect(insights.posts.total).toBe(talks.size);
      });
    }

    beforeAll(async () => {
      const data = spaceFacts({ spaceId: space, timeZone: 'Asia/Tokyo' });
      await service.publish(events.spaceCreated, { space, data });
      for (const [at, talkedAt] of posts.entries()) {
        talks.set(`z${at}`, talkedAt);
        await service.publish(events.postCreated, { space, data: post(`z${at}`, talkedAt) });
      }
      await expectFiguresOf('Asia/Tokyo');
    });

    it.each(['America/New_York', 'Asia/Tokyo', 'Pacific/Kiritimati', 'America/New_York'])(
      'counts the days of %s',
      async (timeZone) => {
        await moveTo(timeZone);
        await expectFiguresOf(timeZone);
      },
    );

    it('counts a talk before a midnight that summer time skips on its day', async () => {
      const chile = 'space-chile';
      const data = spaceFacts({ spaceId: chile, timeZone: 'America/Santiago' });
      await service.publish(events.spaceCreated, { space: chile, data });
      for (const [id, at] of [
        ['evening', '2026-09-06T03:30:00.000Z'],
        ['night', '2026-09-06T04:30:00.000Z'],
      ] as const) {
        await service.publish(events.postCreated, { space: chile, data: post(id, at) });
      }
      await eventually(async () => {
        const { body } = await service
          .asStaff({ space: chile })
          .get('/insights?from=2026-09-04&to=2026-09-07')
          .expect(200);
        expect((body as Insights).posts.byDay).toEqual([0, 1, 1, 0]);
      });
    });

    it('is reported until every day is recounted', async () => {
      const zones = service.running.app.get(SpaceZoneRepository);
      const days = service.running.app.get(InsightRepository);
      const storeFigures = days.storeFigures.bind(days);
      const counting = jest.spyOn(days, 'storeFigures');
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      counting.mockImplementation(async (...args) => {
        const zone = await zones.findById(space, space);
        // Not before: the days are marked in the same background job.
        if (zone?.recountSince && zone.recountMarked) {
          await held;
          counting.mockRestore();
        }
        return storeFigures(...args);
      });
      await moveTo('Asia/Tokyo');
      await eventually(async () => {
        expect((await zones.findById(space, space))?.recountMarked).toBe(true);
        expect((await read()).recounting).toBe(true);
      });
      const csv = () => service.asStaff({ space }).get(`/insights/csv?${range}`);
      expect((await csv().expect(409)).body.code).toBe('search.insights.recounting');
      const relations = await service.asStaff({ space }).get('/insights/relations').expect(200);
      expect(relations.body.recounting).toBe(true);
      release();
      await expectFiguresOf('Asia/Tokyo');
      await csv().expect(200);
    });

    it('counts posts that are written, moved and deleted meanwhile on their days', async () => {
      await moveTo('America/New_York');
      talks.set('new', '2026-03-09T02:00:00.000Z');
      talks.set('z0', '2026-03-05T02:00:00.000Z');
      talks.delete('z1');
      await Promise.all([
        service.publish(events.postCreated, { space, data: post('new', talks.get('new')!) }),
        service.publish(events.postUpdated, {
          space,
          version: 2,
          data: post('z0', talks.get('z0')!),
        }),
        service.publish(events.postDeleted, {
          space,
          version: 2,
          data: { postId: 'z1', commentId: null },
        }),
      ]);
      await expectFiguresOf('America/New_York');
    });
  });
});
