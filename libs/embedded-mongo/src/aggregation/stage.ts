import type { Doc, Value } from '../bson/bson-value';
import { PAUSE } from '../pause';

/** The documents of a pipeline, one by one. */
export type Flow = Iterable<Doc | typeof PAUSE>;

export type Stage = (input: Flow) => Flow;

/** Compiles a stage's specification. */
export type StageCompiler = (specification: Value) => Stage;

/** A stage that maps or filters each document. */
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
