import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { serve } from '../../../../test/answers';
import { storeOf } from '../../../../test/show';
import { storeAccess } from '../../../shared/api/access';
import { IntlFrame } from '../../../shared/intl/intl-frame';
import { sampleMember, sampleStaff } from '../post/post.fixture';
import { FeedFilterBar, useFeedFilter } from './feed-filter';

function Shown() {
  const { pathname, search } = useLocation();
  const filter = useFeedFilter();
  return (
    <>
      <FeedFilterBar />
      <output>{`${pathname}${search} ${filter?.query.memberId}`}</output>
    </>
  );
}

async function show(entry: string) {
  render(
    <Provider store={await storeOf(sampleStaff)}>
      <MantineProvider env="test">
        <IntlFrame locale="ja">
          <MemoryRouter initialEntries={[entry]}>
            <Shown />
          </MemoryRouter>
        </IntlFrame>
      </MantineProvider>
    </Provider>,
  );
  return () => screen.getByRole('status').textContent;
}

describe('the filter by a member in the address', () => {
  beforeEach(() =>
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() }),
  );

  /** `first` was merged into `second`, that into `third`; `gone` resigned. */
  const into: Record<string, string> = { first: 'second', second: 'third' };
  const server = () =>
    serve(({ url }) => {
      const [, id = '', history] = /^\/api\/v1\/members\/(\w+)(\/history)?$/.exec(url) ?? [];
      if (history) {
        const at = '2026-11-21T00:00:00.000Z';
        return { body: { mergedInto: into[id] ? { id: into[id], name: '', at } : null } };
      }
      return { body: id ? { ...sampleMember, id, deleted: id !== 'third' } : { items: [] } };
    });

  it('becomes the member that remains of a merged one, and nothing else changes', async () => {
    server();
    const shown = await show('/posts/p1?unsolved=1&member=first&write');
    await waitFor(() =>
      expect(shown()).toMatch(/^\/posts\/p1\?unsolved=1&member=third&write= third$/),
    );
  });

  it.each([
    ['third', 1],
    ['gone', 2],
  ])('stays %s when that was not merged', async (id, requests) => {
    const asked = server();
    const shown = await show(`/?member=${id}`);
    const about = () => asked.filter(({ url }) => url.includes(`/members/${id}`));
    await waitFor(() => expect(about()).toHaveLength(requests));
    await act(() => new Promise((done) => setTimeout(done, 50)));
    expect(shown()).toBe(`/?member=${id} ${id}`);
    expect(about()).toHaveLength(requests);
  });
});

it('says that the label in the address was deleted', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  serve(() => ({ body: { items: [] } }));
  await show('/?label=gone');
  await screen.findByRole('button', { name: /^削除されたラベル/ });
});

it('marks the filter by a staff member before the staff are read', async () => {
  serve(() => ({ status: 503 }));
  await show('/?staff=s1');
  const chip = await screen.findByRole('button', { name: '… スタッフで絞り込む' });
  expect(chip.dataset['on']).toBe('');
});
