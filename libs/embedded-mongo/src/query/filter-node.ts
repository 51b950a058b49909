import type { Value } from '../bson/bson-value';
import type { Matcher } from './matcher';

export type LeafOperator =
  | '$eq'
  | '$gt'
  | '$gte'
  | '$lt'
  | '$lte'
  | '$in'
  | '$regex'
  | '$exists'
  | '$type'
  | '$size'
  | '$elemMatch';

/** A parsed filter: the planner reads its structure, `matches` decides about a document. */
export type FilterNode =
  | {
      readonly kind: 'and' | 'or' | 'nor';
      readonly children: readonly FilterNode[];
      readonly matches: Matcher;
    }
  | { readonly kind: 'not'; readonly child: FilterNode; readonly matches: Matcher }
  | {
      readonly kind: 'leaf';
      readonly path: string;
      readonly operator: LeafOperator;
      readonly operand: Value;
      readonly matches: Matcher;
    }
  /** `$elemMatch` with a filter: one element, a document, satisfies all of it. */
  | {
      readonly kind: 'element';
      readonly path: string;
      readonly child: FilterNode;
      readonly matches: Matcher;
    }
  /** `$elemMatch` with operators: one element satisfies all of them. Leaves carry the path of the array. */
  | {
      readonly kind: 'elementValue';
      readonly path: string;
      readonly leaves: readonly FilterNode[];
      readonly matches: Matcher;
    }
  /** Matches nothing, such as an empty `$all`. */
  | { readonly kind: 'opaque'; readonly matches: Matcher };
