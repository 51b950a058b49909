import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { doc, int32, type Value } from './bson/bson-value';
import { parseFilter } from './query/filter-compiler';
import { SUPPORTED } from './supported';

const linesOf = (file: string): string[] =>
  readFileSync(join(__dirname, '..', file), 'utf8')
    .trim()
    .split('\n');

/** What an operator uses with mongosh, beyond the services' use. */
const OF_OPERATORS = `
command buildInfo connectionStatus create drop endSessions getLog getParameter isMaster killCursors ping
command saslContinue saslStart
field *.$readPreference *.comment *.readConcern
field $unwind.path createIndexes.indexes.v find.skip killCursors.cursors
field listDatabases.authorizedDatabases listDatabases.filter
stage $count $limit $project $skip $sort $unwind
accumulator $addToSet $avg $first $last $max $min $push
expression $$ROOT
`;

function uses(list: string): string[] {
  return list
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [kind, ...names] = line.split(' ');
      return names.map((name) => `${kind} ${name}`);
    });
}

it('supports exactly what the services use, and an operator', () => {
  const used = new Set([...linesOf('recorded-use.txt'), ...uses(OF_OPERATORS)]);
  expect([...SUPPORTED].sort()).toEqual([...used].sort());
});

// These run too seldom to be recorded with the suites.
it.each(['deploy', 'apps/e2e/src', 'apps/members/bench', 'apps/search/bench', 'libs/events/bench'])(
  'supports the operators in %s',
  (folder) => {
    const path = join(__dirname, '../../..', folder);
    const files = readdirSync(path, { recursive: true, encoding: 'utf8' });
    const known = new Set([...SUPPORTED].map((use) => use.slice(use.lastIndexOf('$'))));
    const ofJsonSchema = ['$schema', '$defs', '$ref'];
    for (const file of files.filter((each) => /\.(?:ts|mjs)$/.test(each))) {
      const text = readFileSync(join(path, file), 'utf8');
      const used = [...text.matchAll(/[{,\s]['"]?(\$[a-z]\w*)['"]?:/gi)].map((match) => match[1]!);
      expect([
        file,
        ...used.filter((name) => !known.has(name) && !ofJsonSchema.includes(name)),
      ]).toEqual([file]);
    }
  },
);

it.each([
  ['commands', 'command'],
  ['filters', 'filter'],
  ['updates', 'update'],
  ['stages', 'stage'],
  ['accumulators', 'accumulator'],
])('lists the %s in the README', (row, kind) => {
  const listed = linesOf('README.md').find((line) => line.startsWith(`| ${row} `))!;
  const names = [...listed.split(',')[0]!.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);
  const known = [...SUPPORTED].filter((use) => use.startsWith(`${kind} `));
  expect(names).toEqual(known.map((use) => use.slice(kind.length + 1)).sort());
});

it.each([...SUPPORTED].filter((use) => use.startsWith('filter ')))('parses the %s', (use) => {
  const operator = use.slice('filter '.length);
  const operands: { [operator: string]: Value } = {
    $type: 'int',
    $size: int32(1),
    $not: doc({ $gt: 1 }),
  };
  const operand = operands[operator] ?? (/^\$(?:in|nin)$/.test(operator) ? [1] : 1);
  const filter = /^\$(?:and|or|nor)$/.test(operator)
    ? doc({ [operator]: [doc({ a: 1 })] })
    : doc({ a: doc({ [operator]: operand }) });
  expect(() => parseFilter(filter)).not.toThrow();
});
