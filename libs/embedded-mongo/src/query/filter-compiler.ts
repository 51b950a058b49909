import {
  isDoc,
  isNullish,
  isTypeName,
  ObjectId,
  typeName,
  type Doc,
  type Value,
} from '../bson/bson-value';
import { integerOperand, switchOf } from '../bson/value-arithmetic';
import { encodeKeyComponent } from '../bson/key-bytes-codec';
import { typeClass } from '../bson/type-class';
import { badValue } from '../mongo-error';
import { supported, type Names } from '../supported';
import type { FilterNode, LeafOperator } from './filter-node';
import { matchPath, type Condition, type Matcher } from './matcher';
import { showValue } from './shell-text';

/**
 * Parses a filter.
 * @throws MongoError 2 or 9, as MongoDB does
 */
export function parseFilter(filter: Doc): FilterNode {
  const nodes: FilterNode[] = [];
  for (const [name, value] of filter)
    nodes.push(...(name.startsWith('$') ? [combination(name, value)] : field(name, value)));
  return andOf(nodes);
}

/** The conjunction of filters; nested conjunctions are flattened. */
export function andOf(children: readonly FilterNode[]): FilterNode {
  const flat = children.flatMap(conjunctsOf);
  if (flat.length === 1) return flat[0]!;
  const matchers = flat.map((child) => child.matches);
  const matches: Matcher = (document) => {
    for (const matcher of matchers) if (!matcher(document)) return false;
    return true;
  };
  return { kind: 'and', children: flat, matches };
}

/** The filters that must all hold. */
export function conjunctsOf(filter: FilterNode): readonly FilterNode[] {
  return filter.kind === 'and' ? filter.children : [filter];
}

/** `$and`, `$or` or `$nor`. */
function combination(name: string, value: Value): FilterNode {
  const operator = supported('filter', name);
  if (operator !== '$and' && operator !== '$or' && operator !== '$nor')
    throw badValue(`unknown top level operator: ${name}`);
  if (!Array.isArray(value) || value.length === 0)
    throw badValue(`${name} must be a nonempty array`);
  const children = value.map((child) => {
    if (!isDoc(child)) throw badValue(`${name} entries need to be full objects`);
    return parseFilter(child);
  });
  if (operator === '$and') return andOf(children);
  const any: Matcher = (document) => children.some((child) => child.matches(document));
  const either: FilterNode =
    children.length === 1 ? children[0]! : { kind: 'or', children, matches: any };
  return operator === '$nor' ? not(either) : either;
}

function field(path: string, value: Value): FilterNode[] {
  if (isDoc(value) && isOperatorDocument(value)) return operatorsOf(path, value);
  return [equality(path, value)];
}

function leaf(
  path: string,
  operator: LeafOperator,
  operand: Value,
  condition: Condition,
  expand = true,
): FilterNode {
  const parts = path.split('.');
  const matches: Matcher = (document) => matchPath(document, parts, expand, condition);
  return { kind: 'leaf', path, operator, operand, matches };
}

function equality(path: string, operand: Value): FilterNode {
  return leaf(path, '$eq', operand, equalTo(operand));
}

function not(child: FilterNode): FilterNode {
  const matches = child.matches;
  return { kind: 'not', children: [child], matches: (document) => !matches(document) };
}

function operatorsOf(path: string, operators: Doc): FilterNode[] {
  return [...operators].map(([name, operand]) =>
    operator(path, supported('filter', name), operand),
  );
}

function operator(path: string, name: Names['filter'], operand: Value): FilterNode {
  switch (name) {
    case '$eq':
      return equality(path, operand);
    case '$ne':
      return not(equality(path, operand));
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return leaf(path, name, operand, comparison(name, operand));
    case '$in':
      return inNode(path, operand, '$in');
    case '$nin':
      return not(inNode(path, operand, '$nin'));
    case '$exists': {
      const exists = leaf(path, '$exists', true, (value) => value !== undefined, false);
      return operand === null || switchOf(operand) === false ? not(exists) : exists;
    }
    case '$type': {
      const types = operand === 'number' ? ['double', 'int', 'long'] : [operand];
      if (typeof operand !== 'string' || (operand !== 'number' && !isTypeName(operand)))
        throw badValue(`Unknown type name alias: ${showValue(operand)}`);
      return leaf(path, '$type', operand, (value) => types.includes(typeName(value)));
    }
    case '$not':
      if (!isDoc(operand) || operand.size === 0) throw badValue('$not needs a document');
      return not(andOf(operatorsOf(path, operand)));
    case '$size': {
      const size = integerOperand(operand);
      if (size === null || size < 0)
        throw badValue(`Expected a non-negative whole number in: $size: ${showValue(operand)}`);
      const hasSize: Condition = (value) => Array.isArray(value) && value.length === size;
      return leaf(path, '$size', operand, hasSize, false);
    }
    default:
      throw badValue(`unknown operator: ${name}`);
  }
}

function inNode(path: string, operand: Value, name: string): FilterNode {
  if (!Array.isArray(operand)) throw badValue(`${name} needs an array`);
  for (const value of operand) {
    if (isDoc(value) && isOperatorDocument(value)) throw badValue(`cannot nest $ under ${name}`);
  }
  // So that an upsert takes the value.
  if (operand.length === 1) return equality(path, operand[0]!);
  return leaf(path, '$in', operand, equalToAny(operand));
}

function isOperatorDocument(value: Doc): boolean {
  const [first] = value.keys();
  return first !== undefined && first.startsWith('$');
}

/** `$gt`, ... with MongoDB's rule that values of other types never match. */
function comparison(operator: LeafOperator, operand: Value): Condition {
  const inclusive = operator === '$gte' || operator === '$lte';
  if (operand === null || Number.isNaN(operand)) return inclusive ? equalTo(operand) : () => false;
  const wantedOrder = operator === '$gt' || operator === '$gte' ? 1 : -1;
  const kind = typeClass(operand);
  const key = encodeKeyComponent(operand);
  return (value) => {
    if (value === undefined || typeClass(value) !== kind || Number.isNaN(value)) return false;
    const order = Buffer.compare(encodeKeyComponent(value), key);
    return order === wantedOrder || (inclusive && order === 0);
  };
}

function equalTo(operand: Value): Condition {
  if (operand === null) return isNullish;
  if (typeof operand === 'string' || typeof operand === 'boolean')
    return (value) => value === operand;
  if (operand instanceof ObjectId) {
    const id = Buffer.from(operand.id);
    return (value) => value instanceof ObjectId && id.equals(value.id);
  }
  const key = encodeKeyComponent(operand);
  return (value) => value !== undefined && key.equals(encodeKeyComponent(value));
}

function equalToAny(values: readonly Value[]): Condition {
  const texts = new Set(values.filter((value) => typeof value === 'string'));
  const conditions = values.filter((value) => typeof value !== 'string').map(equalTo);
  return (value) =>
    (typeof value === 'string' && texts.has(value)) ||
    conditions.some((condition) => condition(value));
}
