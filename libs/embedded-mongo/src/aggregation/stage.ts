import type { Doc, Value } from '../bson/bson-value';
import { PAUSE } from '../pause';

/** The documents of a pipeline, one by one. */
export type Flow = Iterable<Doc | typeof PAUSE>;

export type Stage = (input: Flow) => Flow;

/** Compiles a stage's specification. */
export type StageCompiler = (specification: Value) => Stage;

/** What `run` gives for each document, with the pauses between them. */
export function* each(
  input: Flow,
  run: (document: Doc) => Iterable<Doc> | undefined,
): Generator<Doc | typeof PAUSE, void> {
  for (const item of input) {
    if (item === PAUSE) yield PAUSE;
    else yield* run(item) ?? [];
  }
}
