import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { Binary, doc, int32, type Doc } from '../bson/bson-value';
import { MongoError } from '../mongo-error';
import type { CommandContext } from './command-context';

/** The server's only account. */
export interface Account {
  readonly user: string;
  readonly password: string;
}

const MECHANISM = 'SCRAM-SHA-256';
const ITERATIONS = 15_000;
const CONVERSATION_ID = 1;

/** Commands allowed before authentication. */
const OPEN_COMMANDS = new Set(
  'hello isMaster ismaster ping buildInfo endSessions saslStart saslContinue'.split(' '),
);

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Stored data of the account (RFC 5802), enough to verify a proof without the password. */
export class Credentials {
  readonly user: string;
  private readonly salt = randomBytes(28);
  private readonly storedKey: Buffer;
  private readonly serverKey: Buffer;

  constructor({ user, password }: Account) {
    this.user = user;
    const salted = pbkdf2Sync(password.normalize('NFKC'), this.salt, ITERATIONS, 32, 'sha256');
    this.storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest();
    this.serverKey = hmac(salted, 'Server Key');
  }

  /** The server's first message for a client's nonce. */
  challenge(clientNonce: string): string {
    const nonce = clientNonce + randomBytes(24).toString('base64');
    return `r=${nonce},s=${this.salt.toString('base64')},i=${ITERATIONS}`;
  }

  /** The server's proof, or null when the client's is wrong. */
  verify(messages: string, proof: Buffer): string | null {
    const signature = hmac(this.storedKey, messages);
    if (proof.length !== signature.length) return null;
    const clientKey = Buffer.from(proof.map((byte, at) => byte ^ signature[at]!));
    const storedKey = createHash('sha256').update(clientKey).digest();
    if (!timingSafeEqual(storedKey, this.storedKey)) return null;
    return hmac(this.serverKey, messages).toString('base64');
  }
}

/** @throws MongoError 13 when the server has an account and the client is not authenticated */
export function requireAuthentication({ engine, connection, name }: CommandContext): void {
  if (engine.credentials && !connection.authenticated && !OPEN_COMMANDS.has(name))
    throw new MongoError(13, `Command ${name} requires authentication`);
}

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
