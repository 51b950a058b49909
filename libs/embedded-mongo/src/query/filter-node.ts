import type { Value } from '../bson/bson-value';
import type { Matcher } from './matcher';

export type LeafOperator =
  '$eq' | '$gt' | '$gte' | '$lt' | '$lte' | '$in' | '$exists' | '$type' | '$size';

/** A parsed filter: the planner reads its structure, `matches` decides about a document. */
export type FilterNode =
  | {
      /** `not` has one child. */
      readonly kind: 'and' | 'or' | 'not';
      readonly children: readonly FilterNode[];
      readonly matches: Matcher;
    }
  | {
      readonly kind: 'leaf';
      readonly path: string;
      readonly operator: LeafOperator;
      readonly operand: Value;
      readonly matches: Matcher;
    };
