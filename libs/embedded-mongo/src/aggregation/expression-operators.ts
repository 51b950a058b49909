import type { Value } from '../bson/bson-value';
import type { CompileContext, Evaluate } from './expression';

/** Compiles the operand of an operator. */
export type ExpressionOperator = (operand: Value, context: CompileContext, name: string) => Evaluate;

export const EXPRESSION_OPERATORS = new Map<string, ExpressionOperator>();
