import { decodeDocument, documentLength } from '../bson/bson-decoder';
import { encodeDocument } from '../bson/bson-encoder';
import type { Doc } from '../bson/bson-value';
import { MongoError } from '../mongo-error';

export const HEADER_BYTES = 16;
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;

const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
/** Unknown flags below this bit make a message invalid; those above may be ignored. */
const REQUIRED_FLAGS = 0xffff;

/** Commands that a driver may send before it knows that the server supports OP_MSG. */
const ALLOWED_BEFORE_MSG = new Set(['hello', 'ismaster', 'isMaster', 'buildInfo', 'ping']);

export interface Request {
  readonly body: Doc;
  readonly sequences: ReadonlyMap<string, readonly Buffer[]>;
  /** The client expects no answer. */
  readonly silent: boolean;
}

function protocolError(message: string): MongoError {
  return new MongoError(17, message);
}

/**
 * Reads a whole message.
 * @throws MongoError for anything malformed; the connection should be closed after that.
 */
export function readRequest(message: Buffer): Request {
  const opCode = message.readInt32LE(12);
  if (opCode === OP_MSG) return readMsg(message);
  if (opCode === OP_QUERY) return readQuery(message);
  throw protocolError(`unsupported operation code ${opCode}`);
}

function readMsg(message: Buffer): Request {
  if (message.length < HEADER_BYTES + 4 + 1 + 5) throw protocolError('OP_MSG is too short');
  const flags = message.readUInt32LE(HEADER_BYTES);
  if ((flags & REQUIRED_FLAGS & ~(CHECKSUM_PRESENT | MORE_TO_COME)) !== 0)
    throw protocolError(`OP_MSG has unknown required flags ${flags}`);
  // TCP has checksums of its own; drivers do not send one.
  const end = flags & CHECKSUM_PRESENT ? message.length - 4 : message.length;
  let at = HEADER_BYTES + 4;
  let body: Doc | null = null;
  const sequences = new Map<string, Buffer[]>();
  while (at < end) {
    const kind = message[at++];
    if (kind === 0) {
      if (body) throw protocolError('OP_MSG has more than one body');
      const length = documentLength(message, at, end);
      body = decodeDocument(message, at, at + length);
      at += length;
    } else if (kind === 1) {
      if (at + 4 > end) throw protocolError('OP_MSG section is cut off');
      const size = message.readInt32LE(at);
      const sectionEnd = at + size;
      if (size < 5 || sectionEnd > end)
        throw protocolError('OP_MSG section length is out of range');
      const nameEnd = message.indexOf(0, at + 4);
      if (nameEnd < 0 || nameEnd >= sectionEnd) throw protocolError('OP_MSG section has no name');
      const name = message.toString('utf8', at + 4, nameEnd);
      if (sequences.has(name)) throw protocolError(`OP_MSG has the section ${name} twice`);
      const documents: Buffer[] = [];
      at = nameEnd + 1;
      while (at < sectionEnd) {
        const length = documentLength(message, at, sectionEnd);
        documents.push(message.subarray(at, at + length));
        at += length;
      }
      sequences.set(name, documents);
    } else throw protocolError(`OP_MSG has an unknown section kind ${kind}`);
  }
  if (!body) throw protocolError('OP_MSG has no body');
  return { body, sequences, silent: (flags & MORE_TO_COME) !== 0 };
}

/** Drivers open a connection with this old message; nothing else may come in it. */
function readQuery(message: Buffer): Request {
  const nameEnd = message.indexOf(0, HEADER_BYTES + 4);
  if (nameEnd < 0) throw protocolError('OP_QUERY has no collection name');
  const namespace = message.toString('utf8', HEADER_BYTES + 4, nameEnd);
  const at = nameEnd + 1 + 8;
  const length = documentLength(message, at, message.length);
  const body = decodeDocument(message, at, at + length);
  const [name = ''] = namespace.endsWith('.$cmd') ? body.keys() : ['find'];
  if (!ALLOWED_BEFORE_MSG.has(name)) {
    throw new MongoError(
      352,
      `Unsupported OP_QUERY command: ${name}. The client driver may require an upgrade.`,
    );
  }
  if (!body.has('$db')) body.set('$db', namespace.slice(0, -5));
  return { body, sequences: new Map(), silent: false };
}

/** The bytes of the answer to a message, in the form of its kind. */
export function writeReply(message: Buffer, replyId: number, reply: Doc): Buffer {
  const legacy = message.readInt32LE(12) === OP_QUERY;
  const headroom = legacy ? HEADER_BYTES + 20 : HEADER_BYTES + 5;
  const bytes = encodeDocument(reply, headroom);
  bytes.fill(0, 0, headroom);
  bytes.writeInt32LE(bytes.length, 0);
  bytes.writeInt32LE(replyId, 4);
  message.copy(bytes, 8, 4, 8);
  bytes.writeInt32LE(legacy ? OP_REPLY : OP_MSG, 12);
  if (legacy) {
    bytes.writeInt32LE(8, 16);
    bytes.writeInt32LE(1, 32);
  }
  return bytes;
}
