import { isRefusedAddress, parseNetworks, parseTarget } from './address.rules';

describe('addresses', () => {
  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '172.16.5.4',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::7f00:1',
    '::7f00:1',
    '::a9fe:a9fe',
    '::808:808',
    'fe80::a9fe:a9fe',
    'fec0::1',
    '2002:7f00:1::',
    '5f00::1',
    '4000::1',
    'not an address',
  ])('refuses %s', (address) => expect(isRefusedAddress(address, [])).toBe(true));

  it.each(['8.8.8.8', '203.104.209.71', '2606:4700::1111'])('takes %s', (address) =>
    expect(isRefusedAddress(address, [])).toBe(false),
  );

  it('takes what an operator allows', () => {
    const allowed = parseNetworks('127.0.0.1, 10.1.0.0/16');
    expect(isRefusedAddress('127.0.0.1', allowed)).toBe(false);
    expect(isRefusedAddress('10.1.2.3', allowed)).toBe(false);
    expect(isRefusedAddress('10.2.0.1', allowed)).toBe(true);
  });

  it('takes only the IPv6 address that an operator allows, not its network', () => {
    const allowed = parseNetworks('fd00::1, fd12::/16');
    expect(isRefusedAddress('fd00::1', allowed)).toBe(false);
    expect(isRefusedAddress('fd00::2', allowed)).toBe(true);
    expect(isRefusedAddress('fd12:3::4', allowed)).toBe(false);
  });

  it('takes an allowed IPv4-mapped address as the IPv4 address in it', () => {
    const allowed = parseNetworks('::ffff:10.0.0.1');
    expect(isRefusedAddress('10.0.0.1', allowed)).toBe(false);
    expect(isRefusedAddress('::ffff:10.0.0.1', allowed)).toBe(false);
    expect(isRefusedAddress('10.0.0.2', allowed)).toBe(true);
  });

  it.each([
    'http://example.com/',
    'ftp://example.com/',
    'https://user:secret@example.com/',
    'https://localhost/',
    'https://db/',
    'https://db./',
    'https://LOCALHOST./',
    'https://app.localhost/',
    'https://timeline.svc/',
    'https://timeline.engawa.svc/',
    'https://timeline.engawa.svc.cluster.local/',
    'https://timeline.engawa.svc.cluster.local./',
    'https://nas.home.arpa/',
    'https://wiki.corp/',
    'https://router.lan/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::127.0.0.1]/',
    'https://[::a9fe:a9fe]/',
    'https://[fe80::1]/',
    'https://169.254.169.254/',
    'javascript:alert(1)',
    '',
  ])('refuses the target %s', (text) => expect(parseTarget(text, [])).toBeNull());

  it('takes public targets, and plain http only where an operator allows it', () => {
    expect(parseTarget('https://hooks.slack.com/services/x', [])).not.toBeNull();
    expect(parseTarget('https://local.example.com/', [])).not.toBeNull();
    expect(parseTarget('https://svc.example./', [])).not.toBeNull();
    expect(parseTarget('https://[2606:4700::1111]/', [])).not.toBeNull();
    const allowed = parseNetworks('127.0.0.0/8');
    expect(parseTarget('http://127.0.0.1:5000/x', allowed)).not.toBeNull();
    expect(parseTarget('http://8.8.8.8/', allowed)).toBeNull();
  });
});
