import { render, screen } from '@testing-library/react';
import { MantineProvider } from '@mantine/core';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { storeOf } from '../../../../test/show';
import type { FeedPlace } from '../../../shared/address/post-address';
import { IntlFrame } from '../../../shared/intl/intl-frame';
import { postOf, sampleMember, sampleStaff } from '../post/post.fixture';
import { timelineApi } from '../timeline.api';
import { RecentMembers } from './recent-members';

const place: FeedPlace = { kind: 'staff', id: sampleStaff.id };

it('names each member of the newest posts once, and none who resigned', async () => {
  const store = await storeOf(sampleStaff);
  const other = { ...sampleMember, id: 'm-aoki', familyName: '青木', firstName: '健' };
  const resigned = { ...sampleMember, id: 'm-mori', familyName: '森', deleted: true };
  const items = [
    postOf({ id: 'p3', talkedAt: '2026-11-21T05:30:00.000Z', members: [sampleMember, resigned] }),
    postOf({ id: 'p2', talkedAt: '2026-11-20T05:30:00.000Z', members: [sampleMember, other] }),
  ];
  const page = { items, nextCursor: null, previousCursor: null };
  await store.dispatch(
    timelineApi.util.upsertQueryData('feed', place, { pages: [page], pageParams: [null] }),
  );
  render(
    <Provider store={store}>
      <MantineProvider env="test">
        <IntlFrame locale="ja">
          <MemoryRouter>
            <RecentMembers place={place} />
          </MemoryRouter>
        </IntlFrame>
      </MantineProvider>
    </Provider>,
  );
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/佐藤 花子/),
    expect.stringMatching(/青木 健/),
  ]);
});
