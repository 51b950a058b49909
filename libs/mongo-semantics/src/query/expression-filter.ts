import { compileExpression, isTruthy, rootScope } from '../aggregation/expression';
import type { Doc, Value } from '../bson/bson-value';
import type { Matcher } from './matcher';

/** `$expr` of a filter. */
export function compileExpressionFilter(expression: Value, variables?: Doc): Matcher {
  const evaluate = compileExpression(expression, variables ? [...variables.keys()] : []);
  return (document) => isTruthy(evaluate(rootScope(document, variables)));
}
