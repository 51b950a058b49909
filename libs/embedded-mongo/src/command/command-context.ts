import { decodeDocument } from '../bson/bson-decoder';
import { isDoc, isNumeric, typeName, type Doc, type Value } from '../bson/bson-value';
import { toDouble } from '../bson/value-arithmetic';
import { MongoError, typeMismatch } from '../mongo-error';
import type { Engine } from './engine';

export interface ConnectionState {
  readonly id: number;
  /** Whether the client has disconnected. */
  closed: boolean;
  /** Whether the client is authenticated. */
  authenticated?: boolean;
  /** An authentication that waits for the client's proof. */
  conversation?: { readonly clientFirst: string; readonly challenge: string };
}

/** A received command. */
export class CommandContext {
  readonly db: string;

  constructor(
    readonly engine: Engine,
    readonly connection: ConnectionState,
    readonly name: string,
    readonly body: Doc,
    /** Document sequences beside the body, as bytes, by field name. */
    readonly sequences: ReadonlyMap<string, readonly Buffer[]>,
  ) {
    const db = body.get('$db');
    if (typeof db !== 'string')
      throw new MongoError(40571, 'OP_MSG requests require a $db argument');
    this.db = db;
  }

  /** Ends long work when the server stops or the client has gone. */
  readonly interruption = (): MongoError | null => {
    if (this.engine.stopping) return new MongoError(11600, 'interrupted at shutdown');
    return this.connection.closed ? new MongoError(279, 'the client has gone') : null;
  };

  /** The same request with another body. */
  withBody(body: Doc, name: string): CommandContext {
    return new CommandContext(this.engine, this.connection, name, body, new Map());
  }

  /** The collection that the command names. @throws MongoError 73 */
  collectionName(field = this.name): string {
    const name = this.body.get(field);
    if (typeof name !== 'string')
      throw new MongoError(73, `collection name has invalid type ${typeName(name)}`);
    if (name === '') throw new MongoError(73, `Invalid namespace specified '${this.db}.'`);
    return name;
  }

  /** A document; undefined if missing or null. @throws MongoError 14 for another type */
  document(field: string): Doc | undefined {
    const value = this.body.get(field);
    if (value === undefined || value === null) return undefined;
    if (!isDoc(value)) throw this.wrongType(field, value, 'object');
    return value;
  }

  /** An array. @throws MongoError 14 for another type, 40414 if missing */
  array(field: string): Value[] {
    const value = this.body.get(field);
    if (value === undefined) throw this.missing(field);
    if (!Array.isArray(value)) throw this.wrongType(field, value, 'array');
    return value;
  }

  /** False if missing; drivers also send numbers. @throws MongoError 14 for another type */
  boolean(field: string): boolean {
    const value = this.body.get(field);
    if (value === undefined || value === null) return false;
    if (typeof value === 'boolean') return value;
    if (isNumeric(value)) return toDouble(value) !== 0;
    throw this.wrongType(field, value, 'bool');
  }

  /** 14, in the words of MongoDB; for the caller to throw. */
  wrongType(field: string, value: Value, expected: string): MongoError {
    return typeMismatch(
      `BSON field '${this.name}.${field}' is the wrong type '${typeName(value)}', expected type '${expected}'`,
    );
  }

  /** 40414, in the words of MongoDB; for the caller to throw. */
  missing(field: string): MongoError {
    return new MongoError(
      40414,
      `BSON field '${this.name}.${field}' is missing but a required field`,
    );
  }

  /** Documents of a list, from the body or a document sequence. */
  *documents(field: string): Generator<{ document: Doc; bytes: Buffer | null }> {
    const beside = this.sequences.get(field);
    if (beside) {
      for (const bytes of beside) yield { document: decodeDocument(bytes, 0, bytes.length), bytes };
      return;
    }
    for (const [i, document] of this.array(field).entries()) {
      if (!isDoc(document)) throw this.wrongType(`${field}.${i}`, document, 'object');
      yield { document, bytes: null };
    }
  }
}

export type CommandHandler = (context: CommandContext) => Promise<Doc> | Doc;
