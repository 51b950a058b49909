import type { PostFields } from './post.rules';

type FieldName = keyof PostFields;

/** Splits fields into `set` and `unset`: undefined fields are unset. */
export function split(fields: PostFields): { set: PostFields; unset: FieldName[] } {
  const entries = Object.entries(fields);
  return {
    set: Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as PostFields,
    unset: entries.filter(([, value]) => value === undefined).map(([key]) => key as FieldName),
  };
}
