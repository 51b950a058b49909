/** Summary and description of operations in Japanese, by operation id. */
export type OperationTexts = Readonly<
  Record<string, Readonly<{ summary: string; description: string }>>
>;
