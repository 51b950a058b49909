// Folders that a command writes as a whole and replaces the next time.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fail, workspace } from './workspace.mjs';

/** A file in such a folder. */
const MARK = '.engawa-written';
const defaults = ['dist/client', 'dist/client-python'];

/**
 * Makes the folder, or empties it if a command wrote it before. Exits with 1, and leaves everything as
 * it is, if it holds anything else.
 */
export function emptyFolder(folder) {
  if (!isReplaceable(folder))
    fail(
      `${folder} holds files that this command did not write; name an empty folder, or delete it.`,
    );
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      path.join(folder, MARK),
      'A command of Engawa wrote this folder and replaces it.\n',
    );
  } catch (error) {
    fail(`${folder} cannot be written: ${error.message}`);
  }
}

function isReplaceable(folder) {
  if (!existsSync(folder)) return true;
  // The default folders, also as earlier versions wrote them.
  if (defaults.includes(path.relative(workspace, folder))) return true;
  try {
    const names = readdirSync(folder);
    return names.length === 0 || names.includes(MARK);
  } catch (error) {
    return fail(`${folder} cannot be read: ${error.message}`);
  }
}
