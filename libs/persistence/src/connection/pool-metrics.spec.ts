import { EventEmitter } from 'node:events';
import { register } from 'prom-client';
import { watchPool } from './pool-metrics';

it('counts connections in use and operations that wait, by database', async () => {
  const client = new EventEmitter();
  watchPool(client as never, 'timeline');
  const figures = async () => {
    const { values } = await register.getSingleMetric('engawa_database_connections')!.get();
    return Object.fromEntries(values.map(({ labels, value }) => [labels['state'], value]));
  };
  expect(await figures()).toEqual({ 'in-use': 0, waiting: 0 });
  client.emit('connectionCheckOutStarted');
  client.emit('connectionCheckOutStarted');
  client.emit('connectionCheckedOut');
  expect(await figures()).toEqual({ 'in-use': 1, waiting: 1 });
  client.emit('connectionCheckOutFailed');
  client.emit('connectionCheckedIn');
  expect(await figures()).toEqual({ 'in-use': 0, waiting: 0 });
});
