import { isDoc, type Value } from '../bson/bson-value';
import { integerOperand } from '../bson/value-arithmetic';
import { MongoError } from '../mongo-error';
import {
  countStage,
  limitStage,
  matchStage,
  projectStage,
  skipStage,
  sortStage,
  sortWithLimit,
  unwindStage,
} from './document.stages';
import { groupStage } from './group.stage';
import type { Stage, StageCompiler } from './stage';

export const STAGES: ReadonlyMap<string, StageCompiler> = new Map([
  ['$match', matchStage],
  ['$project', projectStage],
  ['$sort', sortStage],
  ['$limit', limitStage],
  ['$skip', skipStage],
  ['$count', countStage],
  ['$unwind', unwindStage],
  ['$group', groupStage],
]);

/** The name and specification of each stage. @throws MongoError 14, 40323, or 40324 for a stage that is not supported */
export function stagesOf(pipeline: readonly Value[]): [string, Value][] {
  return pipeline.map((stage) => {
    if (!isDoc(stage))
      throw new MongoError(14, "Each element of the 'pipeline' array must be an object");
    const [entry] = stage;
    if (stage.size !== 1 || !entry) {
      throw new MongoError(
        40323,
        'A pipeline stage specification object must contain exactly one field.',
      );
    }
    if (!STAGES.has(entry[0]))
      throw new MongoError(40324, `Unrecognized pipeline stage name: '${entry[0]}'`);
    return entry;
  });
}

/**
 * Compiles stages to a function on streams of documents.
 * @throws MongoError of the stages
 */
export function compilePipeline(stages: readonly [string, Value][]): Stage {
  const compiled: Stage[] = [];
  for (let i = 0; i < stages.length; i++) {
    const [name, specification] = stages[i]!;
    const stage = STAGES.get(name)!(specification);
    const next = stages[i + 1];
    // A sort before a limit keeps only what the limit needs.
    const limit = name === '$sort' && next?.[0] === '$limit' ? integerOperand(next[1]) : null;
    compiled.push(limit && limit > 0 ? sortWithLimit(specification, limit) : stage);
  }
  return (input) => compiled.reduce((flow, stage) => stage(flow), input);
}

/** The top-level fields that a pipeline reads, or null for all of them. Only these need decoding. */
export function fieldsRead(stages: readonly [string, Value][]): ReadonlySet<string> | null {
  const fields = new Set<string>(['_id']);
  for (const [name, specification] of stages) {
    if (name === '$skip' || name === '$limit') continue;
    if (name === '$count') return fields;
    if (name === '$project') return null;
    if (!collect(specification, fields)) return null;
    if (name === '$group') return fields;
  }
  return null;
}

/** Collects every possible field name. Returns false when the whole document is needed. */
function collect(value: Value, fields: Set<string>): boolean {
  if (typeof value === 'string') {
    if (value.startsWith('$$')) return false;
    if (value.startsWith('$')) fields.add(value.slice(1).split('.')[0]!);
    return true;
  }
  if (Array.isArray(value)) return value.every((item) => collect(item, fields));
  if (!isDoc(value)) return true;
  for (const [name, inner] of value) {
    if (!name.startsWith('$')) fields.add(name.split('.')[0]!);
    if (!collect(inner, fields)) return false;
  }
  return true;
}
