import { isDoc, type Value } from '../bson/bson-value';
import { integerOperand } from '../bson/value-arithmetic';
import { MongoError } from '../mongo-error';
import { supported, type Names } from '../supported';
import {
  countStage,
  limitStage,
  matchStage,
  projectStage,
  skipStage,
  sortStage,
  unwindStage,
} from './document.stage';
import { groupStage } from './group.stage';
import type { Stage, StageCompiler } from './stage';

type StageName = Names['stage'];

const STAGES: { [name in StageName]: StageCompiler } = {
  $match: matchStage,
  $project: projectStage,
  $sort: sortStage,
  $limit: limitStage,
  $skip: skipStage,
  $count: countStage,
  $unwind: unwindStage,
  $group: groupStage,
};

/** The name and specification of each stage. @throws MongoError 14, 40323, or 40324 for a stage that is not supported */
export function stagesOf(pipeline: readonly Value[]): [StageName, Value][] {
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
    return [supported('stage', entry[0]), entry[1]];
  });
}

/** Compiles each stage to a function on streams of documents. @throws MongoError of the stages */
export function compilePipeline(stages: readonly [StageName, Value][]): Stage[] {
  return stages.map(([name, specification], i) => {
    const next = stages[i + 1];
    // A sort before a limit keeps only what the limit needs.
    const limit = name === '$sort' && next?.[0] === '$limit' ? integerOperand(next[1]) : null;
    return limit && limit > 0 ? sortStage(specification, limit) : STAGES[name](specification);
  });
}
