import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCUMULATORS } from './aggregation/accumulators';
import { STAGES } from './aggregation/pipeline';
import { doc, int32, type Value } from './bson/bson-value';
import { COMMANDS } from './command/command-table';
import { parseFilter } from './query/filter-compiler';
import { UPDATE_OPERATORS } from './update/update-operators';

const readme = readFileSync(join(__dirname, '../README.md'), 'utf8');

/** The names in a row of the README's table, up to its first comma. */
function listed(kind: string): string[] {
  const row = readme.split('\n').find((line) => line.startsWith(`| ${kind} `))!;
  return [...row.split(',')[0]!.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);
}

it.each([
  ['commands', COMMANDS],
  ['updates', UPDATE_OPERATORS],
  ['stages', STAGES],
  ['accumulators', ACCUMULATORS],
])('lists the %s that there are', (kind, table: ReadonlyMap<string, unknown>) => {
  expect(listed(kind)).toEqual([...table.keys()].sort());
});

it.each(listed('filters'))('knows the filter operator %s', (operator) => {
  const operands: { [operator: string]: Value } = {
    $regex: 'x',
    $type: 'int',
    $size: int32(1),
    $elemMatch: doc({ a: 1 }),
    $not: doc({ $gt: 1 }),
  };
  const operand = operands[operator] ?? (/^\$(?:in|nin|all)$/.test(operator) ? [1] : 1);
  const filter = /^\$(?:and|or|nor)$/.test(operator)
    ? doc({ [operator]: [doc({ a: 1 })] })
    : operator === '$options'
      ? doc({ a: doc({ $regex: 'x', $options: 'i' }) })
      : doc({ a: doc({ [operator]: operand }) });
  expect(() => parseFilter(filter)).not.toThrow();
});
