import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { serve } from '../../../../test/answers';
import { showTo } from '../../../../test/show';
import { storeAccess } from '../../../shared/api/access';
import { sampleStaff } from '../post/post.fixture';
import { emptyForm } from './form-state';
import { PostForm } from './post-form';

/** A form that stays open and is empty after sending, as with 続けて書く. */
function Form({ onSend }: { onSend: () => void }) {
  const [form, setForm] = useState(emptyForm);
  const send = () => {
    onSend();
    setForm(emptyForm);
  };
  return <PostForm form={form} onChange={setForm} onSend={send} action="投稿する" />;
}

describe('the form of a post', () => {
  const memo = () => screen.findByRole<HTMLTextAreaElement>('combobox', { name: '本文' });
  const send = () => userEvent.click(screen.getByRole('button', { name: '投稿する' }));
  const onSend = jest.fn();

  beforeEach(() => {
    onSend.mockClear();
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    serve(() => ({ body: { items: [], nextCursor: null } }));
  });

  it('asks for a memo when an empty form is sent, until there is one', async () => {
    await showTo(sampleStaff, <Form onSend={onSend} />);
    await memo();
    await send();
    expect(onSend).not.toHaveBeenCalled();
    expect(screen.getByRole('alert').textContent).toBe('本文を書いてください。');
    await userEvent.type(await memo(), '席の話');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('asks for nothing when it is empty because it was sent', async () => {
    await showTo(sampleStaff, <Form onSend={onSend} />);
    await userEvent.type(await memo(), '席の話');
    await send();
    expect(onSend).toHaveBeenCalledTimes(1);
    expect((await memo()).value).toBe('');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
