import { expect, it } from 'vitest';
import { databaseUri, firstHost, proxiedUri } from './database-uri.js';

it.each([
  ['mongodb://127.0.0.1:1/?replicaSet=rs0', 'mongodb://127.0.0.1:1/t?replicaSet=rs0'],
  ['mongodb://127.0.0.1', 'mongodb://127.0.0.1/t'],
  ['mongodb://u:p%40@db:1/?tls=true', 'mongodb://u:p%40@db:1/t?tls=true&authSource=admin'],
  ['mongodb://u:p@a:1,b:2/users', 'mongodb://u:p@a:1,b:2/t?authSource=users'],
  ['mongodb+srv://u:p@db/?authSource=x', 'mongodb+srv://u:p@db/t?authSource=x'],
])('another database of %s is %s', (uri, other) => {
  expect(databaseUri(uri, 't')).toBe(other);
});

it('keeps the credentials and options through a proxy', () => {
  const uri = 'mongodb://u:p@a:1,b:2/shop?replicaSet=rs0&authSource=admin&retryWrites=false';
  expect(firstHost(uri)).toEqual({ hostname: 'a', port: 1 });
  expect(proxiedUri(uri, '127.0.0.1:9')).toBe(
    'mongodb://u:p@127.0.0.1:9/shop?authSource=admin&retryWrites=false&directConnection=true',
  );
});
