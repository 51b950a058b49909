import { typeName, type Doc, type Value } from '../bson/bson-value';
import { MongoError } from '../mongo-error';
import { PAUSE } from '../pause';
import { addFieldsStage, projectStage, replaceRootStage, unsetStage } from './document.stages';
import { stagesOf } from './pipeline';
import type { Stage, StageContext } from './stage';

const STAGES = {
  $set: addFieldsStage,
  $addFields: addFieldsStage,
  $unset: unsetStage,
  $project: projectStage,
  $replaceRoot: replaceRootStage,
  $replaceWith: replaceRootStage,
};

/** Compiles the pipeline of an update. @throws MongoError 72 for stages that an update may not have */
export function compileUpdatePipeline(
  pipeline: readonly Value[],
  variables?: Doc,
): (document: Doc) => Doc {
  const unavailable = (): never => {
    throw new MongoError(72, 'an update pipeline has no other collections');
  };
  const context: StageContext = {
    db: '',
    variables: variables ?? new Map(),
    read: unavailable,
    compilePipeline: unavailable,
    openPipeline: unavailable,
    describe: unavailable,
  };
  const stages: Stage[] = stagesOf(pipeline).map(([name, specification]) => {
    const compiler = Object.hasOwn(STAGES, name) ? STAGES[name as keyof typeof STAGES] : undefined;
    if (!compiler) throw new MongoError(72, `${name} is not allowed to be used within an update`);
    return compiler(specification, context, name);
  });
  return (document) => {
    let result = document;
    for (const stage of stages) {
      for (const item of stage([result])) if (item !== PAUSE) result = item;
    }
    if (!(result instanceof Map))
      throw new MongoError(40228, `an update must give a document, not ${typeName(result)}`);
    return result;
  };
}
