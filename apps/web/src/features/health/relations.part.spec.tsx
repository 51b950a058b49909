import type { Relations } from '@engawa/contracts';
import { screen } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { RelationsPart } from './relations.part';

// The test environment has no canvas.
jest.mock('../../shared/display/chart', () => ({ Chart: () => null }));

beforeEach(() =>
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() }),
);

const relations: Relations = {
  months: ['2026-11'],
  staffs: [],
  items: [
    {
      member: {
        ...{ id: 'm1', familyName: '佐藤', firstName: '花子', familyNameKana: '' },
        ...{ firstNameKana: '', company: '', photoUrl: null, thumbPhotoUrl: null, deleted: false },
      },
      ...{ typeId: null, lastTalkedAt: null, quietSince: '2026-11-01T00:00:00.000Z' },
      ...{ isCold: false, talks: [0], openIssues: [0], by: [null] },
    },
  ],
  total: 1,
  recounting: false,
  introductions: [],
  summary: { members: 1, talkedWith: 0, posts: 0, cold: 0, issuesOpened: 0, issuesSolved: 0 },
};

it.each([
  [false, 0],
  // On the page and on the printed sheet.
  [true, 2],
])('says while figures are recounted (%s) that they may be wrong', async (recounting, times) => {
  serve(() => ({ body: { ...relations, recounting } }));
  await showTo({ id: 's-1' }, <RelationsPart />);
  await screen.findByText('1か月の会話');
  expect(screen.queryAllByText(/集計し直しています/)).toHaveLength(times);
});

it('counts one member, post and issue in English', async () => {
  const summary = { ...relations.summary, posts: 1, issuesOpened: 1, issuesSolved: 1 };
  serve(() => ({ body: { ...relations, summary } }));
  await showTo({ id: 's-1' }, <RelationsPart />, 'en');
  await screen.findAllByText(/0 of 1 member and wrote 1 post\./);
  screen.getAllByText(/1 issue came up and 1 was solved\./);
});
