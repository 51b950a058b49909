import { pageKeys } from '../shared/rows/keys';
import { goKeys } from './go-keys';

/** The keys that lead to a page, such as g k. */
export function keysTo(path: string): string | undefined {
  const key = Object.keys(goKeys).find((letter) => goKeys[letter] === path);
  return key && `${pageKeys.go} ${key}`;
}
