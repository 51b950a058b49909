// The manifest of a backup. It is written last, so that a folder without it is an incomplete
// backup.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { factsOf } from './archive.mjs';

export const MANIFEST = 'manifest.json';
export const FORMAT = 1;

export function writeManifest(folder, manifest) {
  const file = path.join(folder, MANIFEST);
  writeFileSync(`${file}.part`, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.part`, file);
}

/** Throws if the folder holds no complete backup in a known format. */
export function readManifest(folder) {
  const file = path.join(folder, MANIFEST);
  if (!existsSync(file)) throw new Error(`${folder} holds no whole backup (no ${MANIFEST})`);
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  if (manifest.format !== FORMAT)
    throw new Error(
      `${folder} is a backup of form ${manifest.format}; this version knows ${FORMAT}`,
    );
  return manifest;
}

/** Every file that the manifest names, with its checksum. */
export function filesOf(manifest) {
  return [
    ...Object.values(manifest.databases).flatMap((collections) => Object.values(collections)),
    ...(manifest.events ?? []),
    manifest.files,
    ...(manifest.keys ? [manifest.keys] : []),
    ...(manifest.demo ? [manifest.demo] : []),
  ];
}

/** Throws at the first file that differs from its checksum. */
export async function checkFiles(folder, files) {
  for (const { file, bytes, sha256 } of files) {
    const target = path.join(folder, file);
    if (!existsSync(target)) throw new Error(`${file} is missing in the backup`);
    const found = await factsOf(target);
    if (found.bytes !== bytes || found.sha256 !== sha256)
      throw new Error(`${file} is damaged: its checksum is not the one of the manifest`);
  }
}
