import { beginOutgoing } from '@engawa/service-kit';
import type { mongo } from 'mongoose';

type EndSpan = NonNullable<ReturnType<typeof beginOutgoing>>;

/** Records a span for each command of a traced request or event: its name and collection alone. */
export function traceCommands(client: Pick<mongo.MongoClient, 'on'>, database: string): void {
  const running = new Map<number, EndSpan>();
  const end = (requestId: number, failed: boolean) => {
    running.get(requestId)?.(failed);
    running.delete(requestId);
  };
  client.on('commandStarted', ({ commandName, command, requestId }) => {
    const collection: unknown = command[commandName] ?? command['collection'];
    const attributes: Record<string, string> = {
      'db.system.name': 'mongodb',
      'db.namespace': database,
      'db.operation.name': commandName,
    };
    if (typeof collection === 'string') attributes['db.collection.name'] = collection;
    const name = [commandName, attributes['db.collection.name'] ?? ''].join(' ').trim();
    const span = beginOutgoing({ name, attributes });
    if (span) running.set(requestId, span);
  });
  client.on('commandSucceeded', ({ requestId }) => end(requestId, false));
  client.on('commandFailed', ({ requestId }) => end(requestId, true));
}
