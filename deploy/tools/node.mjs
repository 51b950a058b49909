// The version of Node of the image.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { moveIntoCache, toolFolder, tryCommand } from './tool-cache.mjs';

export const NODE_VERSION = '24.21.0';

/**
 * Whatever this process starts from now on runs on the version of Node of the image: services and tests
 * need a quarter less processor time on it than on Node 20. It comes from npm, once, and stays in the
 * tool cache. A newer Node is used as it is, and so is an older one where npm has none for the platform.
 */
export function useNodeOfImage(print) {
  const { platform, arch, versions } = process;
  if (majorOf(versions.node) >= majorOf(NODE_VERSION)) return;
  const folder = toolFolder(`node-${NODE_VERSION}`);
  const binary = path.join(folder, 'node');
  if (!runs(binary)) {
    print(`getting Node ${NODE_VERSION} (once; it stays in the tool cache) …`);
    const reason = fromNpm(`node-${platform}-${arch}`, binary);
    if (!runs(binary)) {
      const why = reason ?? 'it does not run here';
      return print(`Node ${NODE_VERSION} cannot be had, ${versions.node} is used: ${why}`);
    }
  }
  process.execPath = binary;
  process.env.PATH = `${folder}${path.delimiter}${process.env.PATH}`;
}

function fromNpm(name, binary) {
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-node-'));
  try {
    const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', dir];
    return (
      tryCommand('npm', ['install', ...options, `${name}@${NODE_VERSION}`]) ??
      moveIntoCache(path.join(dir, 'node_modules', name, 'bin/node'), binary)
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function runs(binary) {
  const { stdout } = spawnSync(binary, ['--version'], { encoding: 'utf8' });
  return stdout?.trim() === `v${NODE_VERSION}`;
}

function majorOf(version) {
  return Number(version.split('.')[0]);
}
