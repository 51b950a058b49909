import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { show } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { sessionApi } from '../../shared/session/session.api';
import { FirstRun } from './first-run';

function Page() {
  const { data } = sessionApi.endpoints.getSession.useQuery();
  return data ? (
    <main>
      <FirstRun />
    </main>
  ) : null;
}

/** Shows the page of an administrator whose space has these; returns the requests. */
function open(given: { members: object[]; closed?: boolean; fails?: boolean }) {
  let firstStepsClosed = given.closed ?? false;
  return serve(async ({ method, url, body }) => {
    const place = url.replace('/api/v1', '').replace(/\?.*/, '');
    if (method === 'PATCH') {
      if (given.fails) {
        // Long enough for the optimistic change to be shown.
        await new Promise((done) => setTimeout(done, 20));
        return { status: 403, body: { code: 'auth.forbidden', title: 'x' } };
      }
      ({ firstStepsClosed } = body as { firstStepsClosed: boolean });
      return { body: {} };
    }
    const off = { enabled: false };
    const answers: Record<string, object> = {
      '/session': { permissions: ['staff.manage', 'integration.manage'], firstStepsClosed },
      '/members': { items: given.members },
      '/staffs': { items: [{ deactivated: false }, { deactivated: false }] },
      '/posts': { items: [{}] },
      '/integrations': { slack: off, teams: off, chatwork: off },
    };
    return { body: answers[place] ?? {} };
  });
}

describe('the steps of a new space', () => {
  beforeEach(() => {
    localStorage.clear();
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  });
  const changes = (asked: ReturnType<typeof serve>) =>
    asked.filter(({ method }) => method === 'PATCH').map(({ body }) => body);

  it('end with the account, not with the device, once the space has what it needs', async () => {
    const asked = open({ members: [{}] });
    show(<Page />);
    await waitFor(() => expect(changes(asked)).toEqual([{ firstStepsClosed: true }]));
    expect(screen.queryByRole('region')).toBeNull();
    expect(Object.keys(localStorage).filter((name) => name.includes('firstRun'))).toEqual([]);
  });

  it('do not try again and again where that fails', async () => {
    const asked = open({ members: [{}], fails: true });
    show(<Page />);
    // The session is read again after the failure, and the steps are judged again.
    const sessions = () => asked.filter(({ url }) => url.includes('/session'));
    await waitFor(() => expect(sessions()).toHaveLength(2));
    for (let turn = 0; turn < 50; turn += 1)
      await act(() => new Promise((done) => setTimeout(done, 0)));
    expect(changes(asked)).toHaveLength(1);
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('are closed for the account by hand', async () => {
    const asked = open({ members: [] });
    show(<Page />);
    await screen.findByRole('region', { name: 'はじめの準備' });
    expect(changes(asked)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: '閉じる' }));
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    expect(changes(asked)).toEqual([{ firstStepsClosed: true }]);
  });

  it('ask for nothing where they are closed', async () => {
    const asked = open({ members: [], closed: true });
    show(<Page />);
    await screen.findByRole('main');
    expect(asked.some(({ url }) => url.includes('/members'))).toBe(false);
  });
});
