import { act, screen, waitFor } from '@testing-library/react';
import { createRef, type RefObject } from 'react';
import { type Asked, serve } from '../../../../test/answers';
import { showTo } from '../../../../test/show';
import { storeAccess } from '../../../shared/api/access';
import { sampleMember, sampleStaff } from '../post/post.fixture';
import { ComposerHints, type HintsHandle } from './composer-hints';
import { emptyForm } from './form-state';

const takahashi = {
  ...{ ...sampleMember, id: 'm-takahashi', familyName: '髙橋', firstName: '健' },
  ...{ familyNameKana: 'タカハシ', firstNameKana: 'ケン', company: '' },
};
const kobayashi = { ...takahashi, id: 'm-kobayashi', familyName: '小林', familyNameKana: '' };

describe('the suggestions below a memo', () => {
  let log: Asked[];
  let found: Record<string, object[]>;
  let handle: RefObject<HintsHandle | null>;

  const show = async (memo: string) => {
    handle = createRef();
    const hints = (
      <ComposerHints form={{ ...emptyForm, memo }} onChange={jest.fn()} handle={handle} />
    );
    await showTo(sampleStaff, hints);
    await waitFor(() => expect(log.some(({ url }) => url.includes('/members'))).toBe(true));
  };
  const offers = () =>
    [...document.querySelectorAll('[data-hint-kind]')].map(
      (hint) => `${hint.getAttribute('data-hint-kind')} ${hint.textContent}`,
    );

  beforeEach(() => {
    localStorage.clear();
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    found = {};
    log = serve(({ url }) => {
      const q = new URL(url, 'http://engawa.test').searchParams.get('q');
      const members = q === null ? [sampleMember] : (found[q] ?? []);
      return { body: { items: url.includes('/members?') ? members : [], nextCursor: null } };
    });
  });

  it('offer a member by first name, and register nobody', async () => {
    await show('花子さんと話した');
    expect(await screen.findByText(/佐藤 花子/)).toBeTruthy();
    expect(offers()).toHaveLength(1);
  });

  it('offer a member whom the server finds in variant kanji, and register nobody', async () => {
    found = { 高橋: [takahashi] };
    await show('高橋さんと話した');
    await waitFor(() => expect(offers()).toEqual([expect.stringMatching(/^member .*髙橋 健/)]));
  });

  it('register a new name after one that the server finds', async () => {
    found = { 高橋: [takahashi] };
    await show('高橋さんと山口さんが来た');
    await waitFor(() =>
      expect(offers()).toEqual([
        expect.stringMatching(/^member .*髙橋 健/),
        expect.stringMatching(/^register 「山口」/),
      ]),
    );
  });

  it('register somebody whose name the server finds only within other names', async () => {
    found = { 林: [kobayashi] };
    await show('林さんと話した');
    await waitFor(() => expect(offers()).toEqual([expect.stringMatching(/^register 「林」/)]));
  });

  it('register each of several new names once the server was asked for it', async () => {
    await show('花屋さんと山口さん');
    await waitFor(() =>
      expect(offers()).toEqual([
        expect.stringMatching(/^register 「花屋」/),
        expect.stringMatching(/^register 「山口」/),
      ]),
    );
    const asked = log.flatMap(
      ({ url }) => new URL(url, 'http://engawa.test').searchParams.get('q') ?? [],
    );
    expect(asked).toEqual(['花屋', '山口']);
  });

  it('stay away once they were put away', async () => {
    await show('花屋さんと山口さん');
    await waitFor(() => expect(offers()).toHaveLength(2));
    act(() => expect(handle.current?.putAway()).toBe(true));
    expect(offers()).toEqual([]);
    expect(handle.current?.putAway()).toBe(false);
  });
});
