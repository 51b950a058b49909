import { isDoc, type Doc, type Value } from '../bson/bson-value';
import { keyText } from '../bson/key-bytes-codec';
import { MongoError } from '../mongo-error';
import { Stretch } from '../pause';
import { supported } from '../supported';
import { ACCUMULATORS, type Accumulator } from './accumulators';
import { compileExpression, type Evaluate } from './expression';
import { each, type StageCompiler } from './stage';

/** Most groups of one `$group`. */
const MAX_GROUPS = 2_000_000;

interface Field {
  readonly name: string;
  readonly evaluate: Evaluate;
  readonly start: () => Accumulator;
}

/** @throws MongoError 15947, 15955, 40234 to 40238 and 15952, as MongoDB does */
export const groupStage: StageCompiler = (specification) => {
  if (!isDoc(specification))
    throw new MongoError(15947, "a group's fields must be specified in an object");
  const id = specification.get('_id');
  if (id === undefined) throw new MongoError(15955, 'a group specification must include an _id');
  const idOf = compileExpression(id);
  const fields = [...specification].filter(([name]) => name !== '_id').map(compileField);
  return function* (input) {
    const groups = new Map<string, { id: Value; states: Accumulator[] }>();
    yield* each(input, (document) => {
      const value = idOf(document) ?? null;
      const key = keyText(value);
      let group = groups.get(key);
      if (!group) {
        group = { id: value, states: fields.map((field) => field.start()) };
        groups.set(key, group);
        if (groups.size > MAX_GROUPS) throw new MongoError(146, '$group exceeded its memory limit');
      }
      fields.forEach((field, i) => group.states[i]!.add(field.evaluate(document)));
    });
    const stretch = new Stretch();
    for (const { id: value, states } of groups.values()) {
      const results = fields.map(({ name }, i): [string, Value] => [name, states[i]!.result()]);
      yield new Map([['_id', value], ...results]);
      yield* stretch.rest();
    }
  };
};

function compileField([name, specification]: [string, Value]): Field {
  if (name.includes('.'))
    throw new MongoError(40235, `The field name '${name}' cannot contain '.'`);
  if (name.startsWith('$'))
    throw new MongoError(40236, `The field name '${name}' cannot be an operator name`);
  const [entry] = isDoc(specification) ? specification : [];
  if (!entry?.[0].startsWith('$'))
    throw new MongoError(40234, `The field '${name}' must be an accumulator object`);
  if ((specification as Doc).size !== 1)
    throw new MongoError(40238, `The field '${name}' must specify one accumulator`);
  const [operator, operand] = entry;
  const start = ACCUMULATORS[supported('accumulator', operator)];
  return { name, evaluate: compileExpression(operand), start };
}
