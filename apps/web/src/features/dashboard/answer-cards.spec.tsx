import type { Insights } from '@engawa/contracts';
import { Grid } from '@mantine/core';
import { screen } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { show } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { Answers, MemberTypeCard } from './answer-cards';

const insights = {
  issues: {
    ...{ open: 3, openBefore: 3, openByPeriod: [3], opened: 0, solved: 0 },
    ...{ medianSecondsToSolution: null, medianSecondsByPeriod: [null] },
  },
  talkedWith: { members: 5, total: 2, byPeriod: [2] },
  posts: { total: 4, byPeriod: [4] },
  memberTypes: [
    { typeId: null, members: 4, talkedWith: 1, talks: 2 },
    { typeId: 'office', members: 1, talkedWith: 1, talks: 1 },
  ],
} as unknown as Insights;

/** Where the link that contains the text leads. */
const linkOf = (text: string) => screen.getByText(text).closest('a')?.getAttribute('href');

beforeEach(() => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  serve(() => ({ body: { items: [{ id: 'office', version: 1, name: '個室', order: 0 }] } }));
});

describe('the unresolved issues', () => {
  const answers = (until: string) => {
    const address = { from: '2026-11-01', until, unit: 'day', deactivated: false } as const;
    show(<Answers {...{ insights, address }} before={null} today="2026-11-21" />);
  };

  // An issue may be dated up to a day ahead; the figure counts none after the last day.
  it('open the issues until the last day that they count', () => {
    answers('2026-11-21');
    expect(linkOf('未解決の課題')).toBe('/search?kind=post&issue=open&until=2026-11-21');
  });

  it('open nothing in a range of the past', () => {
    answers('2026-11-20');
    expect(linkOf('未解決の課題')).toBeUndefined();
  });
});

it('opens the members of each type, and those without one', async () => {
  show(
    <Grid>
      <MemberTypeCard insights={insights} />
    </Grid>,
  );
  await screen.findByText('個室');
  expect(linkOf('個室')).toBe('/members?type=office&sort=lastTalk.desc');
  expect(linkOf('種別なし')).toBe('/members?type=none&sort=lastTalk.desc');
});

it('says that the types cannot be read, whose names are missing', async () => {
  serve(() => ({ status: 503 }));
  show(
    <Grid>
      <MemberTypeCard insights={insights} />
    </Grid>,
  );
  await screen.findByRole('button', { name: 'もう一度試す' });
  screen.getByText('…');
});
