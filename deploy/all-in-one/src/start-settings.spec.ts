import path from 'node:path';

type SettingsFrom = (env: Record<string, string | undefined>) => Record<string, string>;

const settings = path.resolve(__dirname, '../../installation/settings.mjs');

describe('the settings of npm start', () => {
  it('are those of its environment where it has them', async () => {
    const { settingsFrom } = (await import(settings)) as { settingsFrom: SettingsFrom };
    expect(settingsFrom({ FILES_DIR: '', PATH: '/bin', HOST: 'workshop' })).toEqual({});
    const given = { LOG_LEVEL: 'debug', FILES_DIR: '/data/files', MAIL_DIR: '/data/mails' };
    expect(settingsFrom({ ...given, PATH: '/bin' })).toEqual(given);
  });
});
