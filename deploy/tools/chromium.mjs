// Provides the browser for journeys and screenshots: Debian's Chromium or another installed one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Chromium without the code for windows; journeys take a tenth less time in it. */
const HEADLESS = 'chromium-headless-shell';
const names = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function find() {
  if (process.env.CHROMIUM) return existsSync(process.env.CHROMIUM) ? process.env.CHROMIUM : null;
  for (const folder of (process.env.PATH ?? '').split(':')) {
    for (const name of names) {
      const file = `${folder}/${name}`;
      if (existsSync(file)) return file;
    }
  }
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  return existsSync(mac) ? mac : null;
}

function hasFont(pattern) {
  const found = spawnSync('fc-list', [pattern, 'family'], { encoding: 'utf8' });
  return !found.error && found.stdout.trim() !== '';
}

/** Path of a Chromium, installed with apt-get if permitted; null if unavailable. */
export function ensureChromium({ log }) {
  const canInstall =
    process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const wanted = [
    ...(find() ? [] : [HEADLESS]),
    ...(hasFont(':lang=ja') ? [] : ['fonts-noto-cjk']),
    ...(hasFont('Noto Color Emoji') ? [] : ['fonts-noto-color-emoji']),
  ];
  if (wanted.length > 0 && canInstall) {
    log(`installing ${wanted.join(', ')} (apt-get) …`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { env });
    const done = spawnSync('apt-get', ['install', '-y', '-qq', ...wanted], {
      env,
      encoding: 'utf8',
    });
    if (done.status !== 0) log(`apt-get failed: ${done.stderr.trim().split('\n').at(-1)}`);
  }
  return find();
}
