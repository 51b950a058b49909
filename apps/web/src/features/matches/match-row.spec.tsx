import type { Match } from '@engawa/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { show } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { sessionApi } from '../../shared/session/session.api';
import { MatchRow } from './match-row';

const member = (id: string, familyName: string) => ({
  ...{ id, familyName, firstName: '', familyNameKana: '', firstNameKana: '', company: '' },
  ...{ photoUrl: null, thumbPhotoUrl: null, deleted: false },
});
const at = '2026-11-20T09:00:00.000Z';
const byFields: Match = {
  seeks: {
    postId: 'ask',
    member: member('a', '求野'),
    excerpt: 'デザイナーと印刷所',
    talkedAt: at,
  },
  offers: { postId: null, member: member('b', '技川'), excerpt: '', talkedAt: null },
  words: [
    { seeks: 'デザイナー', offers: 'デザイン', field: 'memo' },
    { seeks: '印刷所', offers: '印刷', field: '仕事' },
  ],
};

function Page({ match }: { match: Match }) {
  const { data } = sessionApi.endpoints.getSession.useQuery();
  return data ? <MatchRow match={match} /> : null;
}

const open = () =>
  serve(({ url }) => ({
    body: url.includes('/session')
      ? { permissions: ['post.write'], staff: { id: 'me' } }
      : { id: 'made' },
  }));

describe('two members to introduce', () => {
  beforeEach(() =>
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() }),
  );

  it('show the fields of the member that have the words, and record them', async () => {
    const asked = open();
    show(<Page match={byFields} />);
    const fields = await screen.findByRole('link', { name: '会員情報（メモ、仕事）' });
    expect(fields.getAttribute('href')).toContain('/members/b');
    screen.getByText('共通の言葉: デザイナーとデザイン、印刷所と印刷');
    fireEvent.click(screen.getByRole('button', { name: '紹介を記録する' }));
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
        memo: expect.stringContaining('得意なこと: デザイン、印刷（メモ、仕事）'),
      }),
    );
  });

  it('show the post that has the words', async () => {
    open();
    show(
      <Page
        match={{
          ...byFields,
          offers: { ...byFields.seeks, postId: 'offer', excerpt: '名刺のデザイン' },
          words: [{ seeks: 'デザイナー', offers: 'デザイン', field: null }],
        }}
      />,
    );
    await screen.findByRole('link', { name: '「名刺のデザイン」' });
    expect(screen.queryByText(/会員情報/)).toBeNull();
  });
});
