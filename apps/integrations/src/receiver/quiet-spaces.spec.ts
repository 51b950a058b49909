import { events, type EventEnvelope } from '@engawa/contracts';
import { QuietSpaces } from './quiet-spaces.service';

type Listener = (event: Pick<EventEnvelope, 'name' | 'space'>) => void;

async function start() {
  const stored = { webhooks: [] as { enabled: boolean }[], chat: false };
  let reads = 0;
  let onEvent: Listener = () => {};
  let onGap = () => {};
  const chat = () => ({ enabled: stored.chat });
  const quiet = new QuietSpaces(
    {
      findById: async () => ({ slack: chat(), teams: chat(), chatwork: chat() }),
    } as never,
    {
      findAll: async () => {
        reads += 1;
        return stored.webhooks;
      },
    } as never,
    {
      follow: async (heard: Listener, missed: () => void) => {
        onEvent = heard;
        onGap = missed;
        return () => {};
      },
    } as never,
  );
  await quiet.onApplicationBootstrap();
  return {
    quiet,
    stored,
    reads: () => reads,
    hear: (name: string, space = 'a') => onEvent({ name, space }),
    miss: () => onGap(),
  };
}

it('reads a space without receivers once', async () => {
  const { quiet, reads } = await start();
  expect(await Promise.all([quiet.has('a'), quiet.has('a')])).toEqual([true, true]);
  expect(await quiet.has('a')).toBe(true);
  expect(reads()).toBe(1);
});

it.each(['webhooks', 'chat'] as const)(
  'reads a space with receivers each time: %s',
  async (kind) => {
    const { quiet, stored, reads } = await start();
    if (kind === 'chat') stored.chat = true;
    else stored.webhooks.push({ enabled: true });
    expect(await quiet.has('a')).toBe(false);
    expect(await quiet.has('a')).toBe(false);
    expect(reads()).toBe(2);
  },
);

it.each([
  ['a change of its own', ({ quiet }) => quiet.forget('a')],
  ['a change in another process', ({ hear }) => hear(events.integrationsAudited.name)],
  ['missed changes', ({ miss }) => miss()],
] as [string, (world: Awaited<ReturnType<typeof start>>) => void][])(
  'reads again after %s',
  async (_what, happens) => {
    const world = await start();
    expect(await world.quiet.has('a')).toBe(true);
    world.stored.webhooks.push({ enabled: true });
    happens(world);
    expect(await world.quiet.has('a')).toBe(false);
  },
);

it('keeps nothing that was read while a receiver changed', async () => {
  const { quiet, stored } = await start();
  const reading = quiet.has('a');
  quiet.forget('a');
  await reading;
  stored.webhooks.push({ enabled: true });
  expect(await quiet.has('a')).toBe(false);
});

it('keeps nothing while changes are not followed', async () => {
  const { quiet, reads } = await start();
  quiet.beforeClose();
  await quiet.has('a');
  await quiet.has('a');
  expect(reads()).toBe(2);
});
