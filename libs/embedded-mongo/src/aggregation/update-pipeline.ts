import type { Doc, Value } from '../bson/bson-value';
import { MongoError } from '../mongo-error';

export function compileUpdatePipeline(_stages: readonly Value[], _variables?: Doc): (document: Doc) => Doc {
  throw new MongoError(115, 'pipeline updates are not supported yet');
}
