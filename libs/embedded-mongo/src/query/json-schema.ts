import type { Doc } from '../bson/bson-value';
import { MongoError } from '../mongo-error';
import type { Matcher } from './matcher';

/** `$jsonSchema` is refused: nothing here needs it, and half of it would answer wrongly. */
export function compileJsonSchema(_schema: Doc): Matcher {
  throw new MongoError(115, '$jsonSchema is not supported');
}
