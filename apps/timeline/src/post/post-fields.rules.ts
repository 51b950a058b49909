import type { PostFields } from './post.rules';

type FieldName = keyof PostFields;

/** Fields as a change to be written: what is undefined is taken out. */
export function split(fields: PostFields): { set: PostFields; unset: FieldName[] } {
  const entries = Object.entries(fields);
  return {
    set: Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as PostFields,
    unset: entries.filter(([, value]) => value === undefined).map(([key]) => key as FieldName),
  };
}
