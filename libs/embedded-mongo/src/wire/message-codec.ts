import { decodeDocument, documentLength } from '../bson/bson-decoder';
import { encodeDocument } from '../bson/bson-encoder';
import type { Doc } from '../bson/bson-value';
import { MongoError } from '../mongo-error';

export const HEADER_BYTES = 16;
const OP_REPLY = 1;
const OP_QUERY = 2004;
export const OP_MSG = 2013;

const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
/** Unknown flags below this bit make a message invalid; those above may be ignored. */
const REQUIRED_FLAGS = 0xffff;

export interface Request {
  readonly opCode: number;
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
  return {
    opCode: OP_MSG,
    body,
    sequences,
    silent: (flags & MORE_TO_COME) !== 0,
  };
}

/** Drivers open a connection with this old message; nothing else may come in it. */
function readQuery(message: Buffer): Request {
  const nameEnd = message.indexOf(0, HEADER_BYTES + 4);
  if (nameEnd < 0) throw protocolError('OP_QUERY has no collection name');
  const namespace = message.toString('utf8', HEADER_BYTES + 4, nameEnd);
  const at = nameEnd + 1 + 8;
  const length = documentLength(message, at, message.length);
  let body = decodeDocument(message, at, at + length);
  if (!namespace.endsWith('.$cmd'))
    throw new MongoError(
      352,
      'Unsupported OP_QUERY command: find. The client driver may require an upgrade.',
    );
  if (!body.has('$db')) body = new Map([...body, ['$db', namespace.slice(0, -5)]]);
  return {
    opCode: OP_QUERY,
    body,
    sequences: new Map(),
    silent: false,
  };
}

/** The bytes of an answer to a request of the given kind. */
export function writeReply(
  opCode: number,
  responseTo: number,
  requestId: number,
  reply: Doc,
): Buffer {
  const legacy = opCode === OP_QUERY;
  const headroom = legacy ? HEADER_BYTES + 20 : HEADER_BYTES + 5;
  const bytes = encodeDocument(reply, headroom);
  bytes.writeInt32LE(bytes.length, 0);
  bytes.writeInt32LE(requestId, 4);
  bytes.writeInt32LE(responseTo, 8);
  if (legacy) {
    bytes.writeInt32LE(OP_REPLY, 12);
    bytes.writeInt32LE(8, 16);
    bytes.fill(0, 20, 32);
    bytes.writeInt32LE(1, 32);
  } else {
    bytes.writeInt32LE(OP_MSG, 12);
    bytes.writeInt32LE(0, 16);
    bytes[20] = 0;
  }
  return bytes;
}
