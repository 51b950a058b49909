import { ConfigError, parseConfig } from '@engawa/service-kit';
import { integrations } from './index';

const env = {
  MONGODB_URI: 'mongodb://localhost',
  ENGAWA_SECRET_KEY: Buffer.alloc(32).toString('base64'),
};

describe('the configuration of integrations', () => {
  it.each([
    ['WEBHOOK_ALLOWED_NETWORKS', '10.1.0.0/33'],
    ['ENGAWA_PUBLIC_URL', 'engawa.example'],
    ['CHATWORK_URL', 'api.chatwork.example'],
  ])('refuses a wrong %s by name', (name, value) => {
    const parse = () => parseConfig(integrations.config, { ...env, [name]: value });
    expect(parse).toThrow(ConfigError);
    expect(parse).toThrow(`${name}: `);
  });

  it('needs none of them', () => {
    expect(parseConfig(integrations.config, env)).toMatchObject({
      WEBHOOK_ALLOWED_NETWORKS: '',
      ENGAWA_PUBLIC_URL: 'http://localhost:4000',
      CHATWORK_URL: 'https://api.chatwork.com',
    });
  });
});
