import { closeSync, existsSync, fstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { HEADER, newestState, Pages, rootOf } from './data-file-pages';

/**
 * LMDB maps its file into memory; access beyond the file's end kills the process. So a truncated
 * file (incomplete copy, full disk, failed restore) is detected before it is opened.
 * @throws Error with the reason
 */
export function assertDataFileWhole(folder: string): void {
  const path = join(folder, 'data.mdb');
  if (!existsSync(path)) return;
  const file = openSync(path, 'r');
  try {
    const size = fstatSync(file).size;
    if (size === 0) return;
    const state = newestState(file);
    if (!state) throw new Error(`the data file ${path} is damaged: it has no valid header`);
    const expected = (state.lastPage + 1) * state.pageSize;
    // Pages allocated and freed within one commit are never written: they may be missing at the
    // end.
    if (size < expected && !endWithin(size, new Pages(file, state.pageSize), state.trees)) {
      throw new Error(
        `the data file ${path} is torn: it has ${size} of ${expected} bytes, and what it holds lies beyond its end; restore a backup`,
      );
    }
  } finally {
    closeSync(file);
  }
}

/** Whether all pages of the trees and of their subtrees are within the file. */
function endWithin(size: number, pages: Pages, trees: readonly Buffer[]): boolean {
  try {
    return areWithin(size, pages, trees);
  } catch (error) {
    // A corrupt page points outside of itself.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function areWithin(size: number, pages: Pages, trees: readonly Buffer[]): boolean {
  const open = trees.map(rootOf).filter((root) => root !== null);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const page = pages.read(at);
    if (!page || page.kind === 'other') return false;
    for (const { child, valueIs, valueBytes, value } of page.nodes) {
      if (page.kind === 'branch') open.push(child);
      else if (valueIs === 'elsewhere') {
        const start = Number(value.readBigUInt64LE(0)) * pages.pageSize;
        if (start + HEADER + valueBytes > size) return false;
      } else if (valueIs === 'tree') {
        const root = rootOf(value);
        if (root !== null) open.push(root);
      }
    }
  }
  return true;
}
