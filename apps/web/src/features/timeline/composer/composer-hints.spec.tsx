import { screen, waitFor } from '@testing-library/react';
import { createRef } from 'react';
import { type Asked, serve } from '../../../../test/answers';
import { showTo } from '../../../../test/show';
import { storeAccess } from '../../../shared/api/access';
import { sampleMember, sampleStaff } from '../post/post.sample';
import { ComposerHints } from './composer-hints';
import { emptyForm } from './form-state';

const takahashi = {
  ...{ ...sampleMember, id: 'm-takahashi', familyName: '髙橋', firstName: '健' },
  ...{ familyNameKana: 'タカハシ', firstNameKana: 'ケン', company: '' },
};
const kobayashi = { ...takahashi, id: 'm-kobayashi', familyName: '小林', familyNameKana: '' };

describe('the suggestions below a memo', () => {
  let log: Asked[];
  let found: object[];

  const show = async (memo: string) => {
    const hints = (
      <ComposerHints form={{ ...emptyForm, memo }} onChange={jest.fn()} handle={createRef()} />
    );
    await showTo(sampleStaff, hints);
    await waitFor(() => expect(log.some(({ url }) => url.includes('/members'))).toBe(true));
  };
  const wasAsked = () =>
    waitFor(() => expect(log.some(({ url }) => url.includes('q='))).toBe(true));
  const settled = () => new Promise((done) => setTimeout(done, 50));
  const offers = () =>
    [...document.querySelectorAll('[data-hint-kind]')].map(
      (hint) => `${hint.getAttribute('data-hint-kind')} ${hint.textContent}`,
    );

  beforeEach(() => {
    localStorage.clear();
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    found = [];
    log = serve(({ url }) => {
      const members = url.includes('q=') ? found : [sampleMember];
      return { body: { items: url.includes('/members?') ? members : [], nextCursor: null } };
    });
  });

  it('offer a member by first name, and register nobody', async () => {
    await show('花子さんと話した');
    expect(await screen.findByText(/佐藤 花子/)).toBeTruthy();
    expect(offers()).toHaveLength(1);
  });

  it('register nobody whom the server finds in variant kanji', async () => {
    found = [takahashi];
    await show('高橋さんと話した');
    await wasAsked();
    await settled();
    expect(offers()).toEqual([]);
  });

  it('register somebody whose name the server finds only within other names', async () => {
    found = [kobayashi];
    await show('林さんと話した');
    await waitFor(() => expect(offers()).toEqual([expect.stringMatching(/^register 「林」/)]));
  });

  it('register only the name that the server was asked for', async () => {
    await show('山口さんと高橋さん');
    await waitFor(() => expect(offers()).toEqual([expect.stringMatching(/^register 「山口」/)]));
  });
});
