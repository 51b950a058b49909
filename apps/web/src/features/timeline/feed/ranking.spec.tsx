import { configureStore } from '@reduxjs/toolkit';
import type { Ranking } from '@engawa/contracts';
import { render, screen } from '@testing-library/react';
import { useContext } from 'react';
import { Provider } from 'react-redux';
import { serve } from '../../../../test/answers';
import { storeAccess } from '../../../shared/api/access';
import { api } from '../../../shared/api/api';
import { RankRings } from '../../../shared/avatar/rank-rings';
import { startLive } from '../../../shared/live/live';
import { sampleStaff } from '../post/post.fixture';
import { RankingFrame } from './ranking';

const rankingOf = (posts: number): Ranking => ({
  month: '2026-11',
  items: posts === 0 ? [] : [{ place: 1, staff: sampleStaff, posts }],
});

function Ring() {
  return <p>{useContext(RankRings).get(sampleStaff.id) ?? 'none'}</p>;
}

/** A stream that sends one message and stays open. */
function streamOf(message: object) {
  const text = `id: e1\nevent: change\ndata: ${JSON.stringify(message)}\n\n`;
  const chunks = [new TextEncoder().encode(text)];
  const read = async () =>
    chunks.length > 0 ? { done: false, value: chunks.pop() } : new Promise<never>(() => undefined);
  return { body: { getReader: () => ({ read }) } };
}

describe('the ranking', () => {
  const message = {
    ...{ name: 'timeline.ranking.changed', at: '2026-11-21T05:30:00.000Z', actor: null },
    ...{ aggregate: { type: 'ranking', id: 'r' }, version: 2, postId: null, commentId: null },
  };

  it.each([
    ['comes with a live message', { ...message, ranking: rankingOf(3) }, 1],
    ['is read where the message does not carry it', message, 2],
  ])('%s', async (_name, sent, reads) => {
    const read: string[] = [];
    serve(({ url }) => {
      if (url.includes('/live?')) return streamOf(sent);
      read.push(url);
      return { body: rankingOf(read.length === 1 ? 0 : 3) };
    });
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    const store = configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (defaults) => defaults({ serializableCheck: false }).concat(api.middleware),
    });
    render(
      <Provider store={store}>
        <RankingFrame>
          <Ring />
        </RankingFrame>
      </Provider>,
    );
    await screen.findByText('none');
    const stop = startLive(store.dispatch, () => undefined);
    await screen.findByText('gold');
    stop();
    expect(read).toHaveLength(reads);
  });
});
