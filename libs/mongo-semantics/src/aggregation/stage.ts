import type { Doc, Value } from '../bson/bson-value';
import type { StringOrder } from '../bson/value-comparator';
import { MongoError } from '../mongo-error';
import { PAUSE, Stretch } from '../pause';
import { compileExpression } from './expression';
import type { Evaluate } from './expression-scope';

/** Documents on their way through a pipeline, one by one. */
export type Flow = Iterable<Doc | typeof PAUSE>;

export type Stage = (input: Flow) => Flow;

/** What stages need of the server. */
export interface StageContext {
  readonly db: string;
  /** Variables that expressions may use, with their values. */
  readonly variables: Doc;
  /** Order of strings of the collation, for $match and $sort. */
  readonly strings?: StringOrder | undefined;
  /** All documents of a collection that satisfy a filter, found by an index where there is one. */
  read(collection: string, filter: Doc, fields: ReadonlySet<string> | null): Flow;
  /** Compiles a pipeline inside of this one. */
  compilePipeline(stages: readonly Value[], variables?: Doc, nested?: string): Stage;
  /** A pipeline over a collection, with an index for its beginning. */
  openPipeline(collection: string, stages: readonly Value[], variables: Doc): Flow;
  /** Documents about indexes or the collection itself, for `$indexStats` and `$collStats`. */
  describe(stage: string, specification: Value): Doc[];
}

/** Compiles a stage's specification. */
export type StageCompiler = (specification: Value, context: StageContext, name: string) => Stage;

export function expressionIn(expression: Value, context: StageContext): Evaluate {
  return compileExpression(expression, context.variables.keys());
}

/** A stage that turns each document into another, or leaves it out. */
export function perDocument(run: (document: Doc) => Doc | null): Stage {
  return function* (input) {
    for (const item of input) {
      if (item === PAUSE) yield PAUSE;
      else {
        const result = run(item);
        if (result) yield result;
      }
    }
  };
}

/** A stage that must see all documents before it can show the first. What a pipeline holds at a time is limited. */
export function blocking(run: (documents: Doc[]) => Flow): Stage {
  return function* (input) {
    const documents: Doc[] = [];
    for (const item of input) {
      if (item === PAUSE) yield PAUSE;
      else {
        documents.push(item);
        if (documents.length > MAX_HELD)
          throw new MongoError(146, 'pipeline stage exceeded its memory limit');
      }
    }
    yield* paced(run(documents));
  };
}

export const MAX_HELD = 2_000_000;

/** Pauses now and then between documents. */
export function* paced(documents: Flow): Flow {
  const stretch = new Stretch();
  for (const document of documents) {
    yield document;
    yield* stretch.rest();
  }
}
