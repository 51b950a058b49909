import { MantineProvider } from '@mantine/core';
import {
  act,
  cleanup,
  fireEvent,
  render,
  renderHook,
  screen,
  waitFor,
} from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { Provider } from 'react-redux';
import { show, storeOf } from '../../../test/show';
import { IntlFrame } from '../intl/intl-frame';
import { toastStore } from '../feedback/toast.store';
import { problemOf } from '../problem/api-problem';
import { ConflictView } from './conflict-view';
import { dropUnsaved } from './unsaved-edits';
import { useSafeEdit } from './use-safe-edit';

interface Thing {
  version: number;
  name: string;
  memo: string;
}
type Fields = Pick<Thing, 'name' | 'memo'>;

/** A server with one entity that rejects stale versions. */
function server(held: Thing) {
  const asked: { version: number; fields: Fields }[] = [];
  return {
    asked,
    held: () => held,
    change: (change: Partial<Fields>) => (held = { ...held, ...change, version: held.version + 1 }),
    send: (fields: Fields, { version }: Thing): Promise<unknown> => {
      asked.push({ version, fields });
      if (version === held.version) held = { ...held, ...fields, version: version + 1 };
      else {
        const body = { code: 'x.thing.stale', title: 'stale', current: held };
        return Promise.reject(problemOf(412, body) as unknown as Error);
      }
      return Promise.resolve();
    },
  };
}

function Form(props: {
  thing: Thing;
  send: (fields: Fields, base: Thing) => Promise<unknown>;
  keep?: string;
}) {
  const edit = useSafeEdit({
    thing: props.thing,
    fieldsOf: ({ name, memo }: Thing): Fields => ({ name, memo }),
    send: props.send,
    keep: props.keep,
  });
  const { fields, setFields, conflict } = edit;
  const [done, setDone] = useState(false);
  return (
    <>
      {(['name', 'memo'] as const).map((field) => (
        <input
          key={field}
          aria-label={field}
          value={fields[field]}
          onChange={(event) => setFields({ ...fields, [field]: event.currentTarget.value })}
        />
      ))}
      <button
        type="button"
        onClick={() => void edit.save().then(({ done }) => done && setDone(true))}
      >
        save
      </button>
      {done ? <output>saved</output> : null}
      <button type="button" onClick={edit.discard}>
        discard
      </button>
      {conflict ? (
        <ConflictView
          conflict={conflict}
          fields={fields}
          wordOf={(name) => name}
          onChoose={edit.choose}
        />
      ) : null}
    </>
  );
}

const first = { version: 1, name: '田中', memo: '週2' };
const type = (field: string, value: string) =>
  fireEvent.change(screen.getByLabelText(field), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'save' }));

let store: Awaited<ReturnType<typeof storeOf>>;
beforeAll(async () => {
  store = await storeOf({ id: 'staff' });
});
afterEach(() => {
  cleanup();
  dropUnsaved('staff.thing.1');
});

function open(thing = server(first), keep: string | undefined = 'thing.1') {
  const page = (shown: Thing) => (
    <Provider store={store}>
      <MantineProvider env="test">
        <IntlFrame locale="en">
          <Form thing={shown} send={thing.send} keep={keep} />
        </IntlFrame>
      </MantineProvider>
    </Provider>
  );
  const { rerender } = render(page(thing.held()));
  return { thing, refresh: () => rerender(page(thing.held())) };
}

const memo = () => screen.getByLabelText<HTMLInputElement>('memo').value;
/** Whether the browser asks before a reload. */
const asksBeforeLeaving = () =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('a form that is left with unsaved input', () => {
  it('shows it again, and the browser asks before a reload', () => {
    const { thing } = open();
    expect(asksBeforeLeaving()).toBe(false);
    type('memo', '週3');
    expect(asksBeforeLeaving()).toBe(true);
    cleanup();
    open(thing);
    expect(memo()).toBe('週3');
    type('memo', first.memo);
    expect(asksBeforeLeaving()).toBe(false);
  });

  it('is based on the version at which it was begun', async () => {
    const { thing } = open();
    type('memo', '週3');
    cleanup();
    thing.change({ memo: '週4' });
    open(thing);
    save();
    await screen.findByRole('alert');
    cleanup();
    open(thing);
    expect(screen.getByRole('alert').textContent).toContain('週4');
    expect(thing.held().memo).toBe('週4');
  });

  it.each(['save', 'discard'])('is forgotten after %s', async (button) => {
    const { thing } = open();
    type('memo', '週3');
    fireEvent.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
    cleanup();
    open(thing);
    expect(memo()).toBe(button === 'save' ? '週3' : first.memo);
  });
});

describe('a form that keeps nothing when it is left', () => {
  it('has the browser ask before a reload while it is shown', () => {
    const { thing } = open(server(first), '');
    type('memo', '週3');
    expect(asksBeforeLeaving()).toBe(true);
    cleanup();
    expect(asksBeforeLeaving()).toBe(false);
    open(thing, '');
    expect(memo()).toBe(first.memo);
  });

  it('has nothing to ask about once it is saved', async () => {
    open(server(first), '');
    type('memo', '週3');
    save();
    await screen.findByText('saved');
    expect(asksBeforeLeaving()).toBe(false);
  });
});

it('keeps what is typed while it is saved', async () => {
  let answer: () => void = () => undefined;
  const { result } = renderHook(
    () =>
      useSafeEdit({
        thing: first,
        fieldsOf: ({ name, memo }: Thing): Fields => ({ name, memo }),
        send: () => new Promise<void>((resolve) => (answer = resolve)),
      }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <Provider store={store}>
          <IntlFrame locale="en">{children}</IntlFrame>
        </Provider>
      ),
    },
  );
  act(() => result.current.setFields({ name: '田中 一郎', memo: '週2' }));
  let saving: Promise<unknown>;
  act(() => {
    saving = result.current.save();
  });
  act(() => result.current.setFields({ name: '田中 一郎', memo: '週3' }));
  await act(async () => {
    answer();
    await saving;
    result.current.restart({ version: 2, name: '田中 一郎', memo: '週2' });
  });
  expect(result.current.fields).toEqual({ name: '田中 一郎', memo: '週3' });
  expect(result.current.changed).toBe(true);
  act(() => result.current.restart(first));
  expect(result.current.fields).toEqual({ name: '田中', memo: '週2' });
});

describe('a form whose save is answered late', () => {
  /** Saves a memo; `answer` is the server's. */
  const begin = () => {
    let answer: (reply: unknown) => void = () => undefined;
    const thing = {
      ...server(first),
      send: () => new Promise((resolve) => (answer = resolve)),
    };
    open(thing);
    type('memo', '週3');
    save();
    return (reply: unknown) => act(async () => answer(reply));
  };

  it('stays open with what was typed meanwhile', async () => {
    const answer = begin();
    type('memo', '週3と土曜');
    await answer({ ...first, version: 2, memo: '週3' });
    expect(memo()).toBe('週3と土曜');
    expect(asksBeforeLeaving()).toBe(true);
    expect(screen.queryByText('saved')).toBeNull();
  });

  it('is saved where nothing was typed meanwhile', async () => {
    const answer = begin();
    await answer({ ...first, version: 2, memo: '週3' });
    expect(screen.getByText('saved')).toBeDefined();
    expect(asksBeforeLeaving()).toBe(false);
  });

  it('tells why it failed although it is closed', async () => {
    const answer = begin();
    const told = toastStore.read().length;
    cleanup();
    await answer(Promise.reject(problemOf(503, { code: 'x', title: 'Busy' }) as unknown as Error));
    expect(toastStore.read().slice(told)).toMatchObject([{ text: 'Busy', tone: 'failure' }]);
  });
});

describe('a form while somebody else changes the same thing', () => {
  it('merges other fields and saves again without a question', async () => {
    const { thing } = open();
    thing.change({ name: '田中 一郎' });
    type('memo', '週3');
    save();
    await waitFor(() =>
      expect(thing.held()).toEqual({ version: 3, name: '田中 一郎', memo: '週3' }),
    );
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is not based on what the page has refreshed meanwhile', async () => {
    const { thing, refresh } = open();
    type('memo', '週3');
    thing.change({ memo: '週4' });
    refresh();
    save();
    await screen.findByRole('alert');
    expect(thing.asked.map(({ version }) => version)).toEqual([1]);
    expect(thing.held().memo).toBe('週4');
  });

  it.each([
    ['Keep mine', '週3'],
    ['Take theirs', '週4'],
  ])('shows both versions of the same field: %s', async (button, memo) => {
    const { thing } = open();
    thing.change({ memo: '週4' });
    type('memo', '週3');
    save();
    const view = await screen.findByRole('alert');
    expect(view.textContent).toContain('週3');
    expect(view.textContent).toContain('週4');
    fireEvent.click(screen.getByRole('button', { name: button }));
    expect(screen.getByLabelText<HTMLInputElement>('memo').value).toBe(memo);
    save();
    await waitFor(() => expect(thing.held()).toMatchObject({ version: 3, memo }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('loses nothing that was typed when the choice changes', async () => {
    const { thing } = open();
    thing.change({ memo: '週4' });
    type('memo', '週3');
    save();
    await screen.findByRole('alert');
    type('memo', '週3と土曜');
    fireEvent.click(screen.getByRole('button', { name: 'Take theirs' }));
    expect(screen.getByRole('alert').textContent).toContain('週3と土曜');
    fireEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
    expect(screen.getByLabelText<HTMLInputElement>('memo').value).toBe('週3と土曜');
  });

  it('asks again when a third version arrives', async () => {
    const { thing } = open();
    thing.change({ memo: '週4' });
    type('memo', '週3');
    save();
    await screen.findByRole('alert');
    thing.change({ memo: '週5' });
    save();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('週5'));
    expect(thing.held().memo).toBe('週5');
  });
});

describe('a form that adds something', () => {
  it('sends the same key for the same fields until they are saved', async () => {
    const keys: string[] = [];
    let isLost = true;
    function NewForm() {
      const edit = useSafeEdit({
        thing: null,
        fieldsOf: () => ({ name: '' }),
        send: (_fields, _base, key) => {
          keys.push(key);
          return isLost ? Promise.reject(new Error('lost')) : Promise.resolve();
        },
      });
      return (
        <>
          <input
            aria-label="name"
            value={edit.fields.name}
            onChange={(event) => edit.setFields({ name: event.currentTarget.value })}
          />
          <button type="button" disabled={edit.busy} onClick={() => void edit.save()}>
            save
          </button>
        </>
      );
    }
    show(<NewForm />);
    const saveOnce = async () => {
      const count = keys.length;
      save();
      expect(keys).toHaveLength(count + 1);
      await waitFor(() =>
        expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(false),
      );
    };
    type('name', '森');
    await saveOnce();
    await saveOnce();
    type('name', '森田');
    await saveOnce();
    isLost = false;
    await saveOnce();
    await saveOnce();
    const [first, again, other, saved, next] = keys;
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect(saved).toBe(other);
    expect(next).not.toBe(saved);
  });
});
