import {
  BSONRegExp,
  Decimal128,
  isDoc,
  isNullish,
  isNumeric,
  isTypeNumber,
  MaxKey,
  MinKey,
  ObjectId,
  typeNumber,
  typeNumberOfAlias,
  type Doc,
  type Value,
} from '../bson/bson-value';
import { decimalOf } from '../bson/decimal-number';
import { integerOperand } from '../bson/value-arithmetic';
import { compareValues, typeClass, TypeClass } from '../bson/value-comparator';
import { badValue, failedToParse, MongoError } from '../mongo-error';
import type { FilterNode, LeafOperator } from './filter-node';
import { matchPath, type Condition, type Matcher } from './matcher';
import { compileRegExpValue } from './pattern';
import { showValue } from './shell-text';

/**
 * Parses a filter.
 * @throws MongoError 2 or 9, as MongoDB does
 */
export function parseFilter(filter: Doc): FilterNode {
  return new FilterParser().filter(filter);
}

const ALWAYS: Matcher = () => true;

export function andOf(children: readonly FilterNode[]): FilterNode {
  if (children.length === 1) return children[0]!;
  const flat = children.flatMap((child) => (child.kind === 'and' ? child.children : [child]));
  return { kind: 'and', children: flat, matches: allOf(flat.map((child) => child.matches)) };
}

function allOf(matchers: readonly Matcher[]): Matcher {
  if (matchers.length === 0) return ALWAYS;
  if (matchers.length === 1) return matchers[0]!;
  return (document) => {
    for (const matcher of matchers) if (!matcher(document)) return false;
    return true;
  };
}

class FilterParser {
  constructor(
    /**
     * Whether conditions also check array elements; those of `$elemMatch` check one element only.
     */
    private readonly expands = true,
  ) {}

  filter(filter: Doc): FilterNode {
    const nodes: FilterNode[] = [];
    for (const [name, value] of filter) {
      if (name.startsWith('$')) {
        const node = this.topLevel(name, value);
        if (node) nodes.push(node);
      } else nodes.push(...this.field(name, value));
    }
    return andOf(nodes);
  }

  private topLevel(name: string, value: Value): FilterNode | null {
    switch (name) {
      case '$and':
      case '$or':
      case '$nor': {
        if (!Array.isArray(value)) throw badValue(`${name} must be an array`);
        if (value.length === 0) throw badValue('$and/$or/$nor must be a nonempty array');
        const children = value.map((child) => {
          if (!isDoc(child)) throw badValue('$or/$and/$nor entries need to be full objects');
          return this.filter(child);
        });
        const matchers = children.map((child) => child.matches);
        if (name === '$and') return andOf(children);
        const any: Matcher = (document) => matchers.some((matcher) => matcher(document));
        if (name === '$or') {
          return children.length === 1 ? children[0]! : { kind: 'or', children, matches: any };
        }
        return { kind: 'nor', children, matches: (document) => !any(document) };
      }
      case '$comment':
        return null;
      default:
        throw badValue(
          `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
        );
    }
  }

  private field(path: string, value: Value): FilterNode[] {
    if (value instanceof BSONRegExp) return [this.regexLeaf(path, value)];
    if (isDoc(value) && isOperatorDocument(value)) return this.operators(path, value);
    return [this.equality(path, value)];
  }

  private leaf(
    path: string,
    operator: LeafOperator,
    operand: Value,
    condition: Condition,
    expand = true,
  ): FilterNode {
    const parts = path.split('.');
    const elements = expand && this.expands;
    const matches: Matcher = (document) => matchPath(document, parts, elements, condition);
    return { kind: 'leaf', path, operator, operand, matches };
  }

  private equality(path: string, operand: Value): FilterNode {
    return this.leaf(path, '$eq', operand, comparison('$eq', operand));
  }

  private regexLeaf(path: string, value: BSONRegExp): FilterNode {
    return this.leaf(path, '$regex', value, regexCondition(value));
  }

  private not(child: FilterNode): FilterNode {
    const matches = child.matches;
    return { kind: 'not', child, matches: (document) => !matches(document) };
  }

  private operators(path: string, operators: Doc): FilterNode[] {
    const nodes: FilterNode[] = [];
    for (const [name, operand] of operators) {
      const node = this.operator(path, name, operand, operators);
      if (node) nodes.push(node);
    }
    return nodes;
  }

  private operator(path: string, name: string, operand: Value, all: Doc): FilterNode | null {
    switch (name) {
      case '$eq':
        return this.equality(path, operand);
      case '$ne':
        if (operand instanceof BSONRegExp) throw badValue("Can't have regex as arg to $ne.");
        return this.not(this.equality(path, operand));
      case '$gt':
      case '$gte':
      case '$lt':
      case '$lte':
        if (operand instanceof BSONRegExp)
          throw badValue(`Can't have RegEx as arg to predicate over field '${path}'.`);
        return this.leaf(path, name, operand, comparison(name, operand));
      case '$in':
        return this.inNode(path, operand, '$in');
      case '$nin':
        return this.not(this.inNode(path, operand, '$nin'));
      case '$exists': {
        const wanted = truthy(operand);
        const exists = this.leaf(path, '$exists', true, (value) => value !== undefined, false);
        return wanted ? exists : this.not(exists);
      }
      case '$type': {
        const types = parseTypes(operand, '$type');
        return this.leaf(path, '$type', operand, (value) => value !== undefined && types(value));
      }
      case '$regex': {
        const options = all.get('$options');
        if (options !== undefined && typeof options !== 'string')
          throw badValue('$options has to be a string');
        assertRegExpOptions(options ?? '');
        let expression: BSONRegExp;
        if (operand instanceof BSONRegExp) {
          if (options !== undefined && operand.options !== '' && options !== '') {
            throw new MongoError(51074, 'options set in both $regex and $options');
          }
          expression = options ? new BSONRegExp(operand.pattern, options) : operand;
        } else if (typeof operand === 'string') expression = new BSONRegExp(operand, options ?? '');
        else throw badValue('$regex has to be a string');
        return this.regexLeaf(path, expression);
      }
      case '$options':
        if (!all.has('$regex')) throw badValue('$options needs a $regex');
        return null;
      case '$not': {
        if (operand instanceof BSONRegExp) return this.not(this.regexLeaf(path, operand));
        if (!isDoc(operand)) throw badValue('$not needs a regex or a document');
        if (operand.size === 0) throw badValue('$not cannot be empty');
        for (const inner of operand.keys()) {
          if (!inner.startsWith('$')) throw badValue(`unknown operator: ${inner}`);
        }
        return this.not(andOf(this.operators(path, operand)));
      }
      case '$all':
        return this.all(path, operand);
      case '$size': {
        const size = integerOperand(operand);
        if (size === null) {
          throw badValue(
            `Failed to parse $size. Expected ${isNumeric(operand) ? 'an integer:' : 'a number in:'} $size: ${showValue(operand)}`,
          );
        }
        if (size < 0)
          throw badValue(
            `Failed to parse $size. Expected a non-negative number in: $size: ${showValue(operand)}`,
          );
        return this.leaf(
          path,
          '$size',
          operand,
          (value) => Array.isArray(value) && value.length === size,
          false,
        );
      }
      case '$elemMatch':
        return this.elemMatch(path, operand);
      case '$comment':
        return null;
      default:
        throw badValue(`unknown operator: ${name}`);
    }
  }

  private inNode(path: string, operand: Value, name: string): FilterNode {
    if (!Array.isArray(operand)) throw badValue(`${name} needs an array`);
    for (const value of operand) {
      if (isDoc(value) && isOperatorDocument(value)) throw badValue(`cannot nest $ under ${name}`);
    }
    return this.leaf(path, '$in', operand, inCondition(operand));
  }

  private all(path: string, operand: Value): FilterNode {
    if (!Array.isArray(operand)) throw badValue('$all needs an array');
    if (operand.length === 0) return { kind: 'opaque', matches: () => false };
    const first = operand[0]!;
    if (isDoc(first) && first.size === 1 && first.has('$elemMatch')) {
      return andOf(
        operand.map((value) => {
          if (!isDoc(value) || !value.has('$elemMatch'))
            throw badValue('$all/$elemMatch has to be consistent');
          return this.elemMatch(path, value.get('$elemMatch')!);
        }),
      );
    }
    return andOf(
      operand.map((value) => {
        if (isDoc(value) && isOperatorDocument(value)) throw badValue('no $ expressions in $all');
        return value instanceof BSONRegExp
          ? this.regexLeaf(path, value)
          : this.equality(path, value);
      }),
    );
  }

  private elemMatch(path: string, operand: Value): FilterNode {
    if (!isDoc(operand)) throw badValue('$elemMatch needs an Object');
    const parts = path.split('.');
    const first = operand.keys().next().value;
    const isValue =
      first !== undefined &&
      first.startsWith('$') &&
      !['$and', '$or', '$nor', '$comment'].includes(first);
    if (isValue) {
      const leaves = this.operators(path, operand);
      const conditions = this.elementConditions(operand);
      const condition: Condition = (value) => Array.isArray(value) && value.some(conditions);
      return {
        kind: 'elementValue',
        path,
        leaves,
        matches: (document) => matchPath(document, parts, false, condition),
      };
    }
    const child = this.filter(operand);
    const condition: Condition = (value) =>
      Array.isArray(value) &&
      value.some((element) =>
        isDoc(element)
          ? child.matches(element)
          : Array.isArray(element) && child.matches(arrayAsDoc(element)),
      );
    return {
      kind: 'element',
      path,
      child,
      matches: (document) => matchPath(document, parts, false, condition),
    };
  }

  /** Applies operators to one element, as if it were a field of its own. */
  private elementConditions(operators: Doc): (element: Value) => boolean {
    const node = andOf(new FilterParser(false).operators('e', operators));
    return (element) => node.matches(new Map([['e', element]]));
  }
}

function arrayAsDoc(array: Value[]): Doc {
  return new Map(array.map((value, i) => [String(i), value]));
}

function isOperatorDocument(value: Doc): boolean {
  const first = value.keys().next().value;
  if (first === undefined || !first.startsWith('$')) return false;
  // DBRefs are values although their fields start with a dollar sign.
  if (first === '$ref' || first === '$id' || first === '$db') return false;
  return true;
}

function truthy(value: Value): boolean {
  if (value === null || value === false) return false;
  return !(isNumeric(value) && Number(value.toString()) === 0);
}

/** @throws MongoError 51108 for an option that is not supported */
function assertRegExpOptions(options: string): void {
  const strange = /[^imsu]/.exec(options);
  if (strange) throw new MongoError(51108, ` invalid flag in regex options: ${strange[0]}`);
}

function regexCondition(expression: BSONRegExp): Condition {
  const pattern = compileRegExpValue(expression);
  return (value) => {
    if (typeof value === 'string') return pattern.test(value);
    return (
      value instanceof BSONRegExp &&
      value.pattern === expression.pattern &&
      value.options === expression.options
    );
  };
}

function isNaNValue(value: Value): boolean {
  if (typeof value === 'number') return Number.isNaN(value);
  return value instanceof Decimal128 && decimalOf(value).kind === 'nan';
}

/** `$eq`, `$gt`, ... with MongoDB's rule that values of other types never match. */
function comparison(operator: '$eq' | '$gt' | '$gte' | '$lt' | '$lte', operand: Value): Condition {
  const inclusive = operator === '$eq' || operator === '$gte' || operator === '$lte';
  if (operand === null) {
    return inclusive ? isNullish : () => false;
  }
  if (isNaNValue(operand))
    return inclusive
      ? (value) => value !== undefined && isNumeric(value) && isNaNValue(value)
      : () => false;
  const accepts = (order: number): boolean => {
    switch (operator) {
      case '$eq':
        return order === 0;
      case '$gt':
        return order > 0;
      case '$gte':
        return order >= 0;
      case '$lt':
        return order < 0;
      case '$lte':
        return order <= 0;
    }
  };
  if (operand instanceof MinKey || operand instanceof MaxKey) {
    // A missing field is also between the two.
    const missing = accepts(operand instanceof MinKey ? 1 : -1);
    return (value) => (value === undefined ? missing : accepts(compareValues(value, operand)));
  }
  const kind = typeClass(operand);
  if (operator === '$eq') {
    if (typeof operand === 'string') {
      return (value) => value === operand;
    }
    if (operand instanceof ObjectId) {
      const id = Buffer.from(operand.id);
      return (value) => value instanceof ObjectId && id.equals(value.id);
    }
    return (value) =>
      value !== undefined && typeClass(value) === kind && compareValues(value, operand) === 0;
  }
  if (kind === TypeClass.Number) {
    return (value) =>
      value !== undefined &&
      isNumeric(value) &&
      !isNaNValue(value) &&
      accepts(compareValues(value, operand));
  }
  return (value) =>
    value !== undefined && typeClass(value) === kind && accepts(compareValues(value, operand));
}

function inCondition(values: readonly Value[]): Condition {
  const simple = new Set<string>();
  const conditions: Condition[] = [];
  for (const value of values) {
    if (value instanceof BSONRegExp) conditions.push(regexCondition(value));
    else if (typeof value === 'string') simple.add(`s${value}`);
    else if (value instanceof ObjectId) simple.add(`o${value.toHexString()}`);
    else conditions.push(comparison('$eq', value));
  }
  return (value) => {
    if (simple.size > 0) {
      if (typeof value === 'string' && simple.has(`s${value}`)) return true;
      if (value instanceof ObjectId && simple.has(`o${value.toHexString()}`)) return true;
    }
    for (const condition of conditions) if (condition(value)) return true;
    return false;
  };
}

/** Parses the operand of `$type`: an alias, a number, or an array of these. */
function parseTypes(operand: Value, name: string): (value: Value) => boolean {
  const list = Array.isArray(operand) ? operand : [operand];
  if (list.length === 0) throw failedToParse(`${name} must match at least one type`);
  const numbers = new Set<number>();
  for (const item of list) {
    if (typeof item === 'string') {
      if (item === 'number') for (const type of [1, 16, 18, 19]) numbers.add(type);
      else {
        const number = typeNumberOfAlias(item);
        if (number === undefined) throw badValue(`Unknown type name alias: ${item}`);
        numbers.add(number);
      }
    } else if (isNumeric(item)) {
      const number = Number(item.toString());
      if (!Number.isInteger(number) || !isTypeNumber(number))
        throw badValue(`Invalid numerical type code: ${showValue(item).replace(/\.0$/, '')}`);
      numbers.add(number);
    } else throw new MongoError(14, 'type must be represented as a number or a string');
  }
  return (value) => numbers.has(typeNumber(value));
}
