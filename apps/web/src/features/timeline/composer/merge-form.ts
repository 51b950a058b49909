function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/**
 * What a form holds after somebody else saved first: fields that were not touched here take what
 * stands there now, the rest stays as it was written. `conflicts` names the fields that both changed
 * in different ways.
 */
export function mergeForm<Form extends object>(
  base: Form,
  mine: Form,
  theirs: Form,
): { form: Form; conflicts: (keyof Form)[] } {
  const form = { ...mine };
  const conflicts: (keyof Form)[] = [];
  for (const field of Object.keys(mine) as (keyof Form)[]) {
    if (same(mine[field], base[field])) form[field] = theirs[field];
    else if (!same(theirs[field], base[field]) && !same(theirs[field], mine[field])) {
      conflicts.push(field);
    }
  }
  return { form, conflicts };
}
