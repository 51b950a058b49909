import { events, type Member } from '@engawa/contracts';
import { identity } from '@engawa/identity';
import { integrations } from '@engawa/integrations';
import { members } from '@engawa/members';
import { notifications } from '@engawa/notifications';
import { search } from '@engawa/search';
import { tasks } from '@engawa/tasks';
import {
  eventually,
  spaceFacts,
  staffFacts,
  startTestInfrastructure,
  startTestSystem,
  type TestInfrastructure,
  type TestSystem,
} from '@engawa/testing';
import { timeline } from '@engawa/timeline';
import { connections, ConnectionStates } from 'mongoose';

/**
 * Most database commands of all services for a post with a member and a label. About 25 are usual;
 * figures computed after a pause are computed more often on a slow machine.
 */
const MOST_COMMANDS = 45;
const POSTS = 10;

/** Background loops of the services, independent of writes. */
const background = ['eventStreams', 'textDirectories', 'textBlocks'];

let infrastructure: TestInfrastructure;
let system: TestSystem;
const commands: string[] = [];

beforeAll(async () => {
  infrastructure = await startTestInfrastructure();
  const uri = new URL(infrastructure.env['MONGODB_URI']!);
  uri.searchParams.set('monitorCommands', 'true');
  system = await startTestSystem({
    services: [timeline, identity, members, tasks, notifications, search, integrations],
    env: { ...infrastructure.env, MONGODB_URI: uri.href },
  });
  for (const connection of connections) {
    if (connection.readyState !== ConnectionStates.connected) continue;
    connection.getClient().on('commandStarted', ({ commandName: name, command }) => {
      // Loops query all spaces; commands caused by a post name its space.
      if (!JSON.stringify(command).includes('space-a')) return;
      if (!background.includes(String(command[name]))) commands.push(name);
    });
  }
}, 120_000);

afterAll(async () => {
  await system?.stop();
  await infrastructure?.stop();
});

function on(service: string) {
  return system.asStaff({ staffId: 'ann', role: 'staff' }, service);
}

it('are few for a post, all services together', async () => {
  await system.publish(events.spaceCreated, { data: spaceFacts({ spaceId: 'space-a' }) });
  await system.publish(events.staffAdded, { data: staffFacts({ staffId: 'ann' }) });
  const added = await on('members').post('/members').send({ familyName: '藤原' }).expect(201);
  const { id } = added.body as Member;
  const write = async (memo: string) => {
    const body = { memo, memberIds: [id], labelIds: ['idea'] };
    await on('timeline').post('/posts').send(body).expect(201);
  };
  const talkedWith = async (at: string) => {
    const { body } = await on('members').get(`/members/${id}`).expect(200);
    expect(body.lastTalkedAt > at).toBe(true);
  };
  const found = async (memo: string) => {
    const { body } = await on('search').get('/search/posts').query({ q: memo }).expect(200);
    expect(body.total).toBe(1);
  };
  await eventually(() => write('はじめの面談'));
  await eventually(() => found('はじめの'));
  const began = new Date().toISOString();
  commands.length = 0;
  for (let n = 0; n < POSTS; n += 1) await write(`${n}回目の面談`);
  await eventually(() => found(`${POSTS - 1}回目の`));
  await eventually(() => talkedWith(began));
  expect(commands.length / POSTS).toBeLessThanOrEqual(MOST_COMMANDS);
});
