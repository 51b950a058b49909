import type { Value } from '../bson/bson-value';
import type { Matcher } from './matcher';

export type LeafOperator =
  '$eq' | '$gt' | '$gte' | '$lt' | '$lte' | '$in' | '$exists' | '$type' | '$size';

/** A parsed filter: the planner reads its structure, `matches` decides about a document. */
export type FilterNode =
  | {
      readonly kind: 'and' | 'or';
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
    };
