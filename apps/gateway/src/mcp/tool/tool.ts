import type { Locale, Permission } from '@engawa/contracts';
import type { z } from 'zod';
import type { McpCaller } from '../mcp-caller';

export type Texts = Readonly<Record<Locale, string>>;
/** Selects the text of one language. */
export type SelectText = (ja: string, en: string) => string;

export interface Tool {
  readonly name: string;
  /** All of these are required. */
  readonly needs: readonly Permission[];
  readonly title: Texts;
  readonly description: Texts;
  /** Hints for the assistant's own confirmations. */
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
  };
  /** Its descriptions are in the language of `say`. */
  input(t: SelectText): z.ZodObject;
  readonly output: z.ZodObject;
  run(caller: McpCaller, input: Record<string, unknown>): Promise<object>;
}

interface ToolOf<Input extends z.ZodObject, Output extends z.ZodObject> extends Omit<
  Tool,
  'input' | 'output' | 'run'
> {
  input(t: SelectText): Input;
  output: Output;
  run(caller: McpCaller, input: z.output<Input>): Promise<z.output<Output>>;
}

/** Infers the types of input and output from their schemas. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: ToolOf<Input, Output>,
): Tool {
  return tool;
}

export const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true } as const;
/** Creates something new and changes nothing existing. */
export const adds = { readOnlyHint: false, destructiveHint: false, idempotentHint: false } as const;
export const changes = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
} as const;
