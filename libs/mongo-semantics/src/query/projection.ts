import { compileExpression, rootScope, type Evaluate } from '../aggregation/expression';
import { isDoc, isNumeric, type Doc, type Value } from '../bson/bson-value';
import { integerOperand, toDouble } from '../bson/value-arithmetic';
import { MongoError } from '../mongo-error';
import { compileFilter } from './filter-compiler';
import type { MatchDetails, Matcher } from './matcher';
import { showValue } from './shell-text';

type Mode = 'include' | 'exclude';

type Leaf =
  | { readonly kind: 'include' | 'exclude' | 'positional' }
  | { readonly kind: 'expression'; readonly evaluate: Evaluate }
  | { readonly kind: 'slice'; readonly skip: number | null; readonly count: number }
  | { readonly kind: 'element'; readonly matches: Matcher };

interface Branch {
  readonly kind: 'branch';
  readonly children: Map<string, Leaf | Branch>;
}

export interface ProjectionOptions {
  /** Find knows `$slice`, `$elemMatch` and the positional `$`; `$project` does not. */
  readonly find: boolean;
  /** Names of variables that expressions may use. */
  readonly variables?: Doc;
  /** The filter of the find, for the positional `$`. */
  readonly filter?: Matcher;
}

export type Projection = (document: Doc) => Doc;

/**
 * The names, in bytes, of a projection that does nothing but leave out top-level fields; else null.
 * Such a projection needs no decoding.
 */
export function plainExclusion(specification: Doc): readonly Buffer[] | null {
  for (const [name, value] of specification) {
    const isZero = value === false || (isNumeric(value) && Number(value.toString()) === 0);
    if (!isZero || name === '' || name.includes('.') || name.startsWith('$')) return null;
  }
  return [...specification.keys()].map((name) => Buffer.from(name));
}

/**
 * The top-level fields that a projection needs which does nothing but let some of them in; else
 * null. Only these need decoding.
 */
export function plainInclusion(specification: Doc): ReadonlySet<string> | null {
  const wanted = new Set(['_id']);
  for (const [name, value] of specification) {
    if (name === '' || name.includes('.') || name.startsWith('$')) return null;
    const isOn = value === true || (isNumeric(value) && Number(value.toString()) !== 0);
    if (isOn) wanted.add(name);
    else if (name !== '_id' || !(value === false || isNumeric(value))) return null;
  }
  return wanted.size > 1 ? wanted : null;
}

/**
 * Compiles the projection of a find or of `$project`.
 * @throws MongoError 31253 and 31254 for inclusion mixed with exclusion, and others
 */
export function compileProjection(specification: Doc, options: ProjectionOptions): Projection {
  if (specification.size === 0 && !options.find) {
    throw new MongoError(
      51272,
      'Invalid $project :: caused by :: projection specification must have at least one field',
    );
  }
  return new ProjectionCompiler(options).compile(specification);
}

class ProjectionCompiler {
  private mode: Mode | null = null;
  private readonly root: Branch = { kind: 'branch', children: new Map() };
  private id: boolean | null = null;
  private idExpression = false;
  private positional: string | null = null;
  private computed = false;

  constructor(private readonly options: ProjectionOptions) {}

  compile(specification: Doc): Projection {
    // The mode shows itself in any field but _id, so _id is looked at last.
    for (const [path, value] of specification) if (path !== '_id') this.field(path, value);
    const id = specification.get('_id');
    if (id !== undefined) this.idField(id);
    if (this.mode === null) {
      if (this.computed || this.id === true || this.idExpression)
        this.mode =
          specification.size > 0 && this.onlyDecorations() && this.id !== true && !this.idExpression
            ? 'exclude'
            : 'include';
      else this.mode = 'exclude';
    }
    const mode = this.mode;
    if (mode === 'include') {
      if (this.id === null && !this.idExpression && !this.root.children.has('_id'))
        this.putFirst('_id', { kind: 'include' });
      else if (this.id === true) this.putFirst('_id', { kind: 'include' });
    } else if (this.id === false) this.root.children.set('_id', { kind: 'exclude' });
    const root = this.root;
    const variables = this.options.variables;
    const matchDetails = this.positional !== null ? this.options.filter : undefined;
    return (document) => {
      const state: State = { scope: rootScope(document, variables), position: null };
      if (matchDetails) {
        const details: MatchDetails = { position: null };
        matchDetails(document, details);
        state.position = details.position;
      }
      return mode === 'include' ? include(document, root, state) : exclude(document, root, state);
    };
  }

  /** Whether all that was seen are $slice and $elemMatch, which leave the other fields in. */
  private onlyDecorations(): boolean {
    const check = (branch: Branch): boolean =>
      [...branch.children.values()].every((node) =>
        node.kind === 'branch' ? check(node) : node.kind === 'slice',
      );
    return check(this.root);
  }

  private putFirst(name: string, leaf: Leaf): void {
    const rest = [...this.root.children].filter(([other]) => other !== name);
    this.root.children.clear();
    this.root.children.set(name, leaf);
    for (const [other, node] of rest) this.root.children.set(other, node);
  }

  private idField(value: Value): void {
    if (isNumeric(value) || typeof value === 'boolean') {
      this.id = typeof value === 'boolean' ? value : toDouble(value) !== 0;
      if (this.id && this.mode === 'exclude')
        throw new MongoError(31253, 'Cannot do inclusion on field _id in exclusion projection');
      return;
    }
    this.idExpression = true;
    this.field('_id', value);
  }

  private field(path: string, value: Value): void {
    if (path === '')
      throw new MongoError(40352, 'FieldPath cannot be constructed with empty string');
    if (path.endsWith('.')) throw new MongoError(40353, "FieldPath must not end with a '.'.");
    let parts = path.split('.');
    if (parts.includes(''))
      throw new MongoError(15998, 'FieldPath field names may not be empty strings.');
    const isPositional = parts[parts.length - 1] === '$';
    if (isPositional && this.options.find) {
      if (this.positional !== null)
        throw new MongoError(
          31276,
          'Cannot specify more than one positional projection per query.',
        );
      parts = parts.slice(0, -1);
      if (parts.length === 0 || parts.includes('$'))
        throw new MongoError(
          31394,
          `As of 4.4, it's illegal to specify positional operator in the middle of a path.Positional projection may only be used at the end, for example: a.b.$. If the query previously used a form like a.b.$.d, remove the parts following the '$' and the results will be equivalent.`,
        );
      if (!this.options.filter)
        throw new MongoError(
          51246,
          "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
        );
      this.positional = path;
      this.setMode('include', path);
      this.put(path, parts, { kind: 'positional' });
      return;
    }
    if (parts.includes('$') && this.options.find)
      throw new MongoError(
        31394,
        `As of 4.4, it's illegal to specify positional operator in the middle of a path.Positional projection may only be used at the end, for example: a.b.$. If the query previously used a form like a.b.$.d, remove the parts following the '$' and the results will be equivalent.`,
      );
    const dollar = parts.find(
      (part) => part.startsWith('$') && !['$ref', '$id', '$db'].includes(part),
    );
    if (dollar !== undefined) {
      throw new MongoError(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      );
    }
    this.value(path, parts, value);
  }

  private value(path: string, parts: readonly string[], value: Value): void {
    if (isNumeric(value) || typeof value === 'boolean') {
      const wanted = typeof value === 'boolean' ? value : toDouble(value) !== 0;
      this.setMode(wanted ? 'include' : 'exclude', path);
      this.put(path, parts, { kind: wanted ? 'include' : 'exclude' });
      return;
    }
    if (isDoc(value)) {
      const first = value.keys().next().value;
      if (first === undefined)
        throw new MongoError(
          51270,
          `An empty sub-projection is not a valid value. Found empty object at path`,
        );
      if (first.startsWith('$')) {
        if (value.size > 1)
          throw new MongoError(16410, `Invalid field name for projection: ${first}`);
        if (
          this.options.find &&
          (first === '$slice' || first === '$elemMatch' || first === '$meta')
        ) {
          this.findOperator(path, parts, first, value);
          return;
        }
        this.expression(path, parts, value);
        return;
      }
      for (const [name, inner] of value) {
        if (name.startsWith('$'))
          throw new MongoError(
            16410,
            `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
          );
        const deeper = name.split('.');
        this.value(`${path}.${name}`, [...parts, ...deeper], inner);
      }
      return;
    }
    this.expression(path, parts, value);
  }

  private expression(path: string, parts: readonly string[], value: Value): void {
    if (this.mode === 'exclude') {
      throw new MongoError(31252, `Cannot use an expression ${path} in an exclusion projection`);
    }
    this.mode = 'include';
    this.put(path, parts, {
      kind: 'expression',
      evaluate: compileExpression(value, [...(this.options.variables?.keys() ?? [])]),
    });
  }

  private findOperator(path: string, parts: readonly string[], name: string, value: Doc): void {
    const operand = value.get(name)!;
    if (name === '$elemMatch') {
      if (!isDoc(operand))
        throw new MongoError(
          31274,
          `elemMatch: Invalid argument, object required, but got ${showValue(operand)}`,
        );
      if (parts.length > 1)
        throw new MongoError(31275, `Cannot use $elemMatch projection on a nested field.`);
      if (this.positional !== null)
        throw new MongoError(31256, 'Cannot specify positional operator and $elemMatch.');
      this.computed = true;
      const matches = compileFilter(new Map([['e', new Map([['$elemMatch', operand]])]]));
      this.put(path, parts, { kind: 'element', matches: (document) => matches(document) });
      return;
    }
    if (name === '$meta') {
      throw new MongoError(
        40218,
        `query requires ${showValue(operand)} metadata, but it is not available`,
      );
    }
    if (
      Array.isArray(operand) &&
      (operand.length < 2 || operand.length > 3 || integerOperand(operand[0]!) === null)
    ) {
      this.expression(path, parts, value);
      return;
    }
    let skip: number | null = null;
    let count: number | null;
    if (Array.isArray(operand)) {
      skip = integerOperand(operand[0]!);
      count = integerOperand(operand[1]!);
      if (count === null || count <= 0)
        throw new MongoError(
          28724,
          `First argument to $slice must be an array, but is of type: int`,
        );
    } else count = isNumeric(operand) ? Math.trunc(toDouble(operand)) : null;
    if (count === null)
      throw new MongoError(
        28667,
        `Invalid $slice syntax. The given syntax ${showValue(value)} did not match the find() syntax because :: Location31273: $slice only supports numbers and [skip, limit] arrays`,
      );
    this.computed = true;
    this.put(path, parts, { kind: 'slice', skip, count });
  }

  private setMode(mode: Mode, path: string): void {
    if (this.mode !== null && this.mode !== mode) {
      throw mode === 'include'
        ? new MongoError(31253, `Cannot do inclusion on field ${path} in exclusion projection`)
        : new MongoError(31254, `Cannot do exclusion on field ${path} in inclusion projection`);
    }
    this.mode = mode;
  }

  private put(path: string, parts: readonly string[], leaf: Leaf): void {
    let branch = this.root;
    for (let i = 0; i < parts.length - 1; i++) {
      const next = branch.children.get(parts[i]!);
      if (!next) {
        const created: Branch = { kind: 'branch', children: new Map() };
        branch.children.set(parts[i]!, created);
        branch = created;
      } else if (next.kind === 'branch') branch = next;
      else
        throw new MongoError(
          31249,
          `Path collision at ${path} remaining portion ${parts.slice(i + 1).join('.')}`,
        );
    }
    const last = parts[parts.length - 1]!;
    if (branch.children.has(last)) {
      throw branch.children.get(last)!.kind === 'branch'
        ? new MongoError(31250, `Path collision at ${path}`)
        : new MongoError(31250, `Path collision at ${path}`);
    }
    branch.children.set(last, leaf);
  }
}

interface State {
  readonly scope: ReturnType<typeof rootScope>;
  position: number | null;
}

function include(document: Doc, branch: Branch, state: State): Doc {
  const result: Doc = new Map();
  for (const [name, value] of document) {
    const node = branch.children.get(name);
    if (!node) continue;
    const projected = includeValue(value, node, state);
    if (projected !== undefined) result.set(name, projected);
  }
  addComputed(result, branch, document, state);
  return result;
}

/** Computed fields come after those that were there, in the order of the projection. */
function addComputed(result: Doc, branch: Branch, document: Doc, state: State): void {
  for (const [name, node] of branch.children) {
    if (node.kind === 'expression') {
      const value = node.evaluate(state.scope);
      if (value !== undefined) {
        result.delete(name);
        result.set(name, value);
      } else result.delete(name);
    } else if (
      node.kind === 'branch' &&
      !isDoc(result.get(name)) &&
      !Array.isArray(result.get(name)) &&
      hasComputed(node)
    ) {
      const made: Doc = new Map();
      addComputed(made, node, document, state);
      if (made.size > 0 || !result.has(name)) result.set(name, made);
    }
  }
}

function hasComputed(branch: Branch): boolean {
  return [...branch.children.values()].some((node) =>
    node.kind === 'branch' ? hasComputed(node) : node.kind === 'expression',
  );
}

function includeValue(value: Value, node: Leaf | Branch, state: State): Value | undefined {
  switch (node.kind) {
    case 'include':
      return value;
    case 'branch':
      if (isDoc(value)) return include(value, node, state);
      if (Array.isArray(value)) {
        const result: Value[] = [];
        for (const element of value) {
          if (isDoc(element) || Array.isArray(element))
            result.push(includeValue(element, node, state)!);
          else if (hasComputed(node)) {
            const made: Doc = new Map();
            addComputed(made, node, made, state);
            result.push(made);
          }
        }
        return result;
      }
      return undefined;
    case 'positional': {
      if (!Array.isArray(value)) return value;
      if (state.position === null || state.position >= value.length) {
        throw new MongoError(
          51246,
          "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
        );
      }
      return [value[state.position]!];
    }
    case 'slice':
      return sliceOf(value, node.skip, node.count);
    case 'element': {
      if (!Array.isArray(value)) return undefined;
      const found = value.find((element) => node.matches(new Map([['e', [element]]])));
      return found === undefined ? undefined : [found];
    }
    default:
      return undefined;
  }
}

function sliceOf(value: Value, skip: number | null, count: number): Value {
  if (!Array.isArray(value)) return value;
  if (skip === null) return count >= 0 ? value.slice(0, count) : value.slice(count);
  const from = skip >= 0 ? skip : Math.max(0, value.length + skip);
  return value.slice(from, from + count);
}

function exclude(document: Doc, branch: Branch, state: State): Doc {
  const result: Doc = new Map();
  for (const [name, value] of document) {
    const node = branch.children.get(name);
    const kept = node ? excludeValue(value, node, state) : value;
    if (kept !== undefined) result.set(name, kept);
  }
  return result;
}

function excludeValue(value: Value, node: Leaf | Branch, state: State): Value | undefined {
  if (node.kind === 'exclude') return undefined;
  if (node.kind !== 'branch') return includeValue(value, node, state);
  if (isDoc(value)) return exclude(value, node, state);
  return Array.isArray(value)
    ? value.map((element) =>
        isDoc(element) || Array.isArray(element) ? excludeValue(element, node, state)! : element,
      )
    : value;
}
