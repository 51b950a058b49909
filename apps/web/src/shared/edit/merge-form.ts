/** Whether two values of a form are the same. */
export function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/**
 * Merges a form after somebody else saved first: untouched fields take the current value, the
 * others stay. `conflicts` names fields that both changed differently.
 */
export function mergeForm<Form extends object>(
  base: Form,
  mine: Form,
  theirs: Form,
): { form: Form; conflicts: (keyof Form)[] } {
  const form = { ...mine };
  const conflicts: (keyof Form)[] = [];
  for (const field of Object.keys(mine) as (keyof Form)[]) {
    if (isSame(mine[field], base[field])) form[field] = theirs[field];
    else if (!isSame(theirs[field], base[field]) && !isSame(theirs[field], mine[field])) {
      conflicts.push(field);
    }
  }
  return { form, conflicts };
}
