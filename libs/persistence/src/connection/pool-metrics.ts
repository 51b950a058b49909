import type { mongo } from 'mongoose';
import { Gauge, register } from 'prom-client';

type State = 'in-use' | 'waiting';

function connections(): Gauge<'database' | 'state'> {
  const name = 'engawa_database_connections';
  const existing = register.getSingleMetric(name) as ReturnType<typeof connections> | undefined;
  const help = 'Connections that run an operation, and operations that wait for a connection';
  return existing ?? new Gauge({ name, help, labelNames: ['database', 'state'] });
}

/** Follows the client's pool, which holds at most `maxPoolSize` connections a server. */
export function watchPool(client: Pick<mongo.MongoClient, 'on'>, database: string): void {
  const gauge = connections();
  const add = (state: State, by: 1 | -1) => gauge.inc({ database, state }, by);
  gauge.set({ database, state: 'in-use' }, 0);
  gauge.set({ database, state: 'waiting' }, 0);
  client.on('connectionCheckOutStarted', () => add('waiting', 1));
  client.on('connectionCheckOutFailed', () => add('waiting', -1));
  client.on('connectionCheckedOut', () => {
    add('waiting', -1);
    add('in-use', 1);
  });
  client.on('connectionCheckedIn', () => add('in-use', -1));
}
