import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { EXPECTED_INDEXES } from '../src/migrations/expected-indexes.js';
import { ROOT } from './commerce.js';
import { SHARD_KEYS } from './sharding.js';

const scaling = readFileSync(resolve(ROOT, 'docs/scaling.md'), 'utf8');
const [, section = ''] = /## Shard keys\n([^]*?)\n\*\*Unique/.exec(scaling) ?? [];
const rows = section.split('\n').filter((line) => line.startsWith('| `'));
const collections = EXPECTED_INDEXES;

it.each(Object.entries(SHARD_KEYS))(
  '%s can be sharded: each of its unique indexes begins with the key',
  (name, { key }) => {
    const fields = Object.keys(key);
    const indexes = collections.get(name);
    expect(indexes).toBeDefined();
    for (const { key: index, options } of indexes!)
      if (options.unique) expect(Object.keys(index).slice(0, fields.length)).toEqual(fields);
  },
);

it('docs/scaling.md names the shard key of each collection, or why it has none', () => {
  const named = new Map(
    rows.flatMap((row) => {
      const [, names = '', key = ''] = row.split('|').map((cell) => cell.trim());
      return [...names.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => [name, key] as const);
    }),
  );
  for (const name of collections.keys()) {
    const key = SHARD_KEYS[name]?.key;
    const text = Object.entries(key ?? {}).map(
      ([field, kind]) => `${field}: ${kind === 'hashed' ? "'hashed'" : kind}`,
    );
    expect([name, named.get(name)]).toEqual([
      name,
      key ? `\`{ ${text.join(', ')} }\`` : expect.stringMatching(/^not sharded/),
    ]);
  }
});
