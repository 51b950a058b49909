import type { ApiToken, Staff } from '@engawa/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { show } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { DeactivateDialog } from './deactivate-dialog';

const staff = { id: 'leaving', displayName: '去る人' } as Staff;
const tokens = [
  { id: 't1', name: '会計', createdBy: 'leaving' },
  { id: 't2', name: '受付', createdBy: 'leaving' },
] as ApiToken[];

describe('deactivating somebody who answers for integrations', () => {
  let asked: ReturnType<typeof serve>;
  let refused = false;
  let isEnded = false;
  const onDone = jest.fn();
  const sent = () =>
    asked.filter(({ method }) => method !== 'GET').map(({ method, url }) => `${method} ${url}`);
  const choose = (name: string, choice: string) =>
    fireEvent.click(
      within(screen.getByRole('radiogroup', { name })).getByRole('radio', { name: choice }),
    );
  const stop = () => screen.getByRole<HTMLButtonElement>('button', { name: '停止する' });

  beforeEach(async () => {
    refused = false;
    isEnded = false;
    onDone.mockReset();
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    asked = serve(({ method, url }) => {
      if (refused && url.includes('take-over')) {
        return { status: 422, body: { code: 'identity.api-token.scope-forbidden', title: '権限' } };
      }
      if (method !== 'DELETE') return { body: {} };
      if (isEnded) {
        return { status: 404, body: { code: 'identity.api-token.not-found', title: '不明' } };
      }
      isEnded = true;
      return url.endsWith('t1') ? 'no network' : { status: 204 };
    });
    show(<DeactivateDialog staff={staff} tokens={tokens} onDone={onDone} onClose={jest.fn()} />);
    await screen.findByRole('radiogroup', { name: '会計' });
  });

  it('asks about each, then takes over, deactivates, and ends the others', async () => {
    choose('会計', '引き継ぐ');
    expect(stop().disabled).toBe(true);
    choose('受付', '終わらせる');
    fireEvent.click(stop());
    await waitFor(() => expect(onDone).toHaveBeenCalledWith(true));
    expect(sent().map((line) => line.replace(/ .*\/api\/v1/, ' '))).toEqual([
      'POST /api-tokens/t1/take-over',
      'POST /staffs/leaving/deactivate',
      'DELETE /api-tokens/t2',
    ]);
  });

  it('changes nothing of the account when a token cannot be taken over', async () => {
    refused = true;
    choose('会計', '引き継ぐ');
    choose('受付', '終わらせる');
    fireEvent.click(stop());
    await waitFor(() => expect(stop().disabled).toBe(false));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(onDone).not.toHaveBeenCalled();
  });

  it('goes on after an answer was lost that an integration is ended', async () => {
    choose('会計', '終わらせる');
    choose('受付', '引き継ぐ');
    fireEvent.click(stop());
    await screen.findByRole('alert');
    fireEvent.click(stop());
    await waitFor(() => expect(onDone).toHaveBeenCalledWith(true));
  });
});
