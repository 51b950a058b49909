import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../../test/answers';
import { show } from '../../../../test/show';
import { storeAccess } from '../../../shared/api/access';
import { MemberFilterList } from './member-filter-list';

const member = (id: string, familyName: string) => ({
  ...{ id, familyName, firstName: '', familyNameKana: '', firstNameKana: '', company: '' },
  ...{ photoUrl: null, thumbPhotoUrl: null, deleted: false },
});

/** The open list with a typed name that the server has not answered yet. */
async function typed() {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  let answer = () => {};
  const mori = new Promise<{ body: unknown }>((resolve) => {
    answer = () => resolve({ body: { items: [member('m', '森')] } });
  });
  const asked = serve(({ url }) => (/[?&]q=%/.test(url) ? mori : { body: { items: [] } }));
  const onChange = jest.fn();
  show(
    <MemberFilterList value="" onChange={onChange} button={<button type="button">open</button>} />,
  );
  const field = await screen.findByLabelText('会員を探す');
  fireEvent.change(field, { target: { value: '森' } });
  await waitFor(() => expect(asked.some(({ url }) => /[?&]q=%/.test(url))).toBe(true));
  return { field, onChange, answer: () => act(async () => answer()) };
}

describe('the list of members of the filter', () => {
  it('takes the first one by an Enter before the answer', async () => {
    const { field, onChange, answer } = await typed();
    fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
    await answer();
    await waitFor(() => expect(onChange).toHaveBeenCalledWith('m'));
  });

  it('takes nobody by the Enter that confirms a conversion', async () => {
    const { field, onChange, answer } = await typed();
    fireEvent.keyDown(field, { key: 'Enter', code: 'Enter', isComposing: true, keyCode: 229 });
    await answer();
    await screen.findByRole('option', { name: /森/ });
    expect(onChange).not.toHaveBeenCalled();
  });
});
