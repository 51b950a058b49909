import { Binary, doc, int32, type Doc } from '../bson/bson-value';
import { MongoError } from '../mongo-error';
import type { CommandContext } from './command-context';

const MECHANISM = 'SCRAM-SHA-256';
const CONVERSATION_ID = 1;

/** Commands allowed before authentication. */
const OPEN_COMMANDS = new Set(
  'hello isMaster ismaster ping buildInfo endSessions saslStart saslContinue'.split(' '),
);

/** @throws MongoError 13 when the server has an account and the client is not authenticated */
export function requireAuthentication({ engine, connection, name }: CommandContext): void {
  if (engine.credentials && !connection.authenticated && !OPEN_COMMANDS.has(name))
    throw new MongoError(13, `Command ${name} requires authentication`);
}

/** First step of SCRAM-SHA-256. @throws MongoError 18 for unknown users */
export function saslStartCommand({ engine, connection, body }: CommandContext): Doc {
  if (body.get('mechanism') !== MECHANISM)
    throw new MongoError(334, `Only the mechanism ${MECHANISM} is supported`);
  const match = /^n,,(n=([^,]*),r=([^,]+))$/.exec(payloadOf(body));
  const user = match?.[2]!.replaceAll('=2C', ',').replaceAll('=3D', '=');
  if (!engine.credentials || user !== engine.credentials.user) throw failure();
  const challenge = engine.credentials.challenge(match![3]!);
  connection.conversation = { clientFirst: match![1]!, challenge };
  return reply(challenge, false);
}

/** Second step of SCRAM-SHA-256. @throws MongoError 18 for a wrong proof */
export function saslContinueCommand({ engine, connection, body }: CommandContext): Doc {
  const { conversation } = connection;
  delete connection.conversation;
  const match = /^(c=biws,r=([^,]+)),p=(.+)$/.exec(payloadOf(body));
  if (!conversation || !match || !conversation.challenge.startsWith(`r=${match[2]},`))
    throw failure();
  const messages = `${conversation.clientFirst},${conversation.challenge},${match[1]}`;
  const serverProof = engine.credentials!.verify(messages, Buffer.from(match[3]!, 'base64'));
  if (serverProof === null) throw failure();
  connection.authenticated = true;
  return reply(`v=${serverProof}`, true);
}

function payloadOf(body: Doc): string {
  const payload = body.get('payload');
  return payload instanceof Binary ? Buffer.from(payload.value()).toString() : '';
}

function reply(payload: string, done: boolean): Doc {
  return doc({
    conversationId: int32(CONVERSATION_ID),
    done,
    payload: new Binary(Buffer.from(payload), 0),
    ok: 1,
  });
}

/** The same error for a wrong name, a wrong password and messages out of order. */
const failure = (): MongoError => new MongoError(18, 'Authentication failed.');
