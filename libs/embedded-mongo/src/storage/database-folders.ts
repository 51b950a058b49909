import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

interface DatabaseFolder {
  readonly name: string;
  readonly path: string;
}

/**
 * The folders of the databases, `NAME.NUMBER`: no name of a database contains a dot. By the number,
 * a database that is created anew does not share the folder of its dropped predecessor.
 */
export function foldersOf(dbPath: string): DatabaseFolder[] {
  if (!existsSync(dbPath)) return [];
  return readdirSync(dbPath)
    .filter((folder) => /^[^.]+\.\d+$/.test(folder))
    .sort()
    .map((folder) => ({ name: folder.slice(0, folder.indexOf('.')), path: join(dbPath, folder) }));
}

/** A folder that does not exist. */
export function newFolderFor(dbPath: string, name: string): string {
  for (let number = 0; ; number++) {
    const path = join(dbPath, `${name}.${number}`);
    if (!existsSync(path)) return path;
  }
}
