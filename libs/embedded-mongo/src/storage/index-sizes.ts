import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { newestState, Pages, rootOf, type Node } from './data-file.pages';

/**
 * Bytes of the pages that hold the entries of each index of a database, by the index's id. Reads
 * only the branches, a hundredth of the tree, and the leaves that several indexes share.
 *
 * The newest state of the file is not overwritten meanwhile: the commit after it does not touch its
 * pages, and one more cannot begin before this returns.
 */
export function indexSizes(folder: string): Map<number, number> {
  const sizes = new Map<number, number>();
  const file = openSync(join(folder, 'data.mdb'), 'r');
  try {
    const state = newestState(file)!;
    const pages = new Pages(file, state.pageSize);
    const entries = namedTree(pages, rootOf(state.trees[1]!), 'entries');
    const root = entries && rootOf(entries);
    if (root === null) return sizes;
    const add = (id: number, bytes: number): void =>
      void sizes.set(id, (sizes.get(id) ?? 0) + bytes);
    const leaves = leavesOf(pages, root, entries!.readUInt16LE(6));
    for (const [at, leaf] of leaves.entries()) {
      const next = leaves[at + 1];
      if (leaf.key.length > 0 && next && idOf(next) === idOf(leaf)) add(idOf(leaf), pages.pageSize);
      else {
        const { nodes } = pages.read(leaf.child)!;
        for (const node of nodes) add(idOf(node), pages.pageSize / nodes.length);
      }
    }
    return sizes;
  } finally {
    closeSync(file);
  }
}

/** The id of an index, with which the keys of its entries start. */
const idOf = ({ key }: Pick<Node, 'key'>): number => key.readUInt32BE(0);

/** The record of a tree in the main tree, which few others share. */
function namedTree(pages: Pages, root: number | null, name: string): Buffer | null {
  const open = root === null ? [] : [root];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { kind, nodes } = pages.read(at)!;
    for (const { key, child, value } of nodes) {
      if (kind === 'branch') open.push(child);
      else if (key.toString().replace(/\0$/, '') === name) return value;
    }
  }
  return null;
}

/** The leaves of a tree in their order, each with the lowest key of it; empty for the first. */
function leavesOf(pages: Pages, root: number, depth: number): Pick<Node, 'key' | 'child'>[] {
  let level: Pick<Node, 'key' | 'child'>[] = [{ key: Buffer.alloc(0), child: root }];
  for (let above = 1; above < depth; above++) {
    level = level.flatMap(({ key, child }) =>
      // The first node of a branch has no key: that of the branch holds for it.
      pages.read(child)!.nodes.map((node, at) => (at === 0 ? { key, child: node.child } : node)),
    );
  }
  return level;
}
