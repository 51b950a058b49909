import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { CustomFieldsPart } from './custom-fields.part';
import { LabelsPart } from './labels.part';
import { MemberTypesPart } from './member-types.part';
import { ReactionsPart } from './reactions.part';

it.each<[string, ReactElement, Record<string, string>]>([
  ['a label', <LabelsPart key="labels" />, { 'New label': '見学' }],
  ['a member type', <MemberTypesPart key="types" />, { 'New member type': '月額' }],
  ['a reaction', <ReactionsPart key="reactions" />, { Emoji: '🎉', Name: '祝' }],
  ['a custom field', <CustomFieldsPart key="fields" />, { 'New field': '入会日' }],
])('sends %s again as the same when the answer was lost', async (_what, part, texts) => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const asked = serve(({ method }) => (method === 'POST' ? 'no network' : { body: { items: [] } }));
  const sent = () => asked.filter(({ method }) => method === 'POST');
  await showTo({ id: 'admin' }, part, 'en', ['customField.manage']);
  for (const [label, value] of Object.entries(texts)) {
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  }
  for (const count of [1, 2]) {
    fireEvent.click(await screen.findByRole('button', { name: 'Add' }));
    await waitFor(() => expect(sent()).toHaveLength(count));
  }
  const [first, second] = sent().map(({ headers }) => headers['idempotency-key']);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toBe(first);
});

it.each<[string, ReactElement, string]>([
  ['label', <LabelsPart key="labels" />, 'New label'],
  ['member type', <MemberTypesPart key="types" />, 'New member type'],
  ['custom field', <CustomFieldsPart key="fields" />, 'New field'],
])('keeps the name of the next %s that is typed while one is added', async (_what, part, label) => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  let answer: () => void = () => undefined;
  serve(({ method }) =>
    method === 'POST'
      ? new Promise((done) => (answer = () => done({ status: 201, body: { id: 'a' } })))
      : { body: { items: [] } },
  );
  await showTo({ id: 'admin' }, part, 'en', ['customField.manage']);
  const field = await screen.findByLabelText<HTMLInputElement>(label);
  fireEvent.change(field, { target: { value: 'first' } });
  const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add' });
  fireEvent.click(add);
  await waitFor(() => expect(add.disabled).toBe(true));
  fireEvent.change(field, { target: { value: 'second' } });
  answer();
  await waitFor(() => expect(add.disabled).toBe(false));
  expect(field.value).toBe('second');
});
