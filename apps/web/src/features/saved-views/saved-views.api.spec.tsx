import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { show } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { useListSavedViewsQuery, useOrderSavedViewsMutation } from './saved-views.api';
import { movedUp } from './saved-views.rules';

function Views() {
  const { data = [] } = useListSavedViewsQuery('timeline');
  const [order] = useOrderSavedViewsMutation();
  const ids = data.map(({ id }) => id);
  return (
    <button
      type="button"
      onClick={() => void order({ page: 'timeline', ids: movedUp(ids, 'third') })}
    >
      {ids.join()}
    </button>
  );
}

it('shows a new order at once, so that a view moves up twice before the answer', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const answers: (() => void)[] = [];
  const items = ['first', 'second', 'third'].map((id) => ({ id }));
  const asked = serve(({ method }) =>
    method === 'PUT'
      ? new Promise((done) => answers.push(() => done({ status: 503, body: { code: 'x' } })))
      : { body: { items } },
  );
  show(<Views />);
  fireEvent.click(await screen.findByText('first,second,third'));
  fireEvent.click(screen.getByText('first,third,second'));
  await screen.findByText('third,first,second');
  await waitFor(() => expect(answers).toHaveLength(2));
  expect(asked.at(-1)?.body).toEqual({ page: 'timeline', ids: ['third', 'first', 'second'] });
  await act(async () => answers.forEach((answer) => answer()));
  await screen.findByText('first,second,third');
});
