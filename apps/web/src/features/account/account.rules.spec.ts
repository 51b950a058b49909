import { linkStateOf, linkTokenOf } from './account.rules';

describe('mailed links', () => {
  it('carry their token behind #', () => {
    expect(linkTokenOf('#token=abc-DEF_1.2')).toBe('abc-DEF_1.2');
    expect(linkTokenOf('')).toBeNull();
    expect(linkTokenOf('#token=')).toBeNull();
    expect(linkTokenOf(`#token=${'x'.repeat(301)}`)).toBeNull();
  });

  it('have a page for each state, and none for other failures', () => {
    expect(linkStateOf('identity.password-link.expired')).toBe('expired');
    expect(linkStateOf('identity.password-link.used')).toBe('used');
    expect(linkStateOf('identity.password-link.invalid')).toBe('invalid');
    expect(linkStateOf('network')).toBeNull();
    expect(linkStateOf('identity.password-link.expired.x')).toBeNull();
  });
});
