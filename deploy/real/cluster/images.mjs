// Images that the test cluster itself needs, built from its parts.
import { run } from '../engine.mjs';

export const PAUSE = 'registry.k8s.io/pause:3.10';

/** The sandbox container of a pod only sleeps. */
export function sandboxImage(docker, bin) {
  if (docker('images', '-q', PAUSE) === '')
    buildFrom(bin, PAUSE, ['FROM debian:bookworm-slim', 'ENTRYPOINT ["sleep", "infinity"]']);
  return PAUSE;
}

/** An image of one of the parts. */
export function imageOf(docker, bin, name) {
  const image = `${name}:engawa-real`;
  if (docker('images', '-q', image) === '')
    buildFrom(bin, image, [
      'FROM debian:bookworm-slim',
      `COPY ${name} /`,
      `ENTRYPOINT ["/${name}"]`,
    ]);
  return image;
}

function buildFrom(dir, image, lines) {
  run('docker', ['build', '-q', '-t', image, '-f', '-', dir], { input: `${lines.join('\n')}\n` });
}
