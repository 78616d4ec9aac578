import { describe, expect, it } from 'vitest';
import { isPublicAddress, urlProblem } from './addresses.js';

describe('an address', () => {
  it.each(['93.184.216.34', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4001:831::200e'])(
    'is public: %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.8.8.8',
    '169.254.169.254',
    '172.16.0.1',
    '192.0.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:93.184.216.34',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::1',
    '2001:db8::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
  ])('is not public: %s', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('the URL of an endpoint', () => {
  it.each([
    'https://example.com/events',
    'https://example.com:8443/events?shop=1',
    'https://93.184.216.34/events',
    'https://[2606:4700:4700::1111]/',
  ])('is accepted: %s', (url) => expect(urlProblem(url, false)).toBeUndefined());

  it.each([
    ['events', /Enter a URL/],
    ['ftp://example.com/', /Enter a URL/],
    ['javascript:alert(1)', /Enter a URL/],
    ['http://example.com/', /https/],
    ['https://user:pass@example.com/', /user name/],
    ['https://user@example.com/', /user name/],
    ['https://example.com/#events', /#/],
    ['https://example.com:25/', /port/],
    ['https://127.0.0.1/', /private/],
    ['https://2130706433/', /private/],
    ['https://0x7f.1/', /private/],
    ['https://0177.0.0.1/', /private/],
    ['https://[::1]/', /private/],
    ['https://[::ffff:127.0.0.1]/', /private/],
    ['https://169.254.169.254/latest/meta-data', /private/],
  ])('is refused: %s', (url, problem) => expect(urlProblem(url, false)).toMatch(problem));

  it.each(['http://127.0.0.1:4000/events', 'http://localhost:4000/', 'https://10.0.0.1/'])(
    'may be private where the setting allows it: %s',
    (url) => expect(urlProblem(url, true)).toBeUndefined(),
  );
});
