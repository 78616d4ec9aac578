import { expect, it } from 'vitest';
import { Migrator } from '../src/migrations/migrator.js';
import { emptyDatabase } from './tools.js';

it('takes private views out of the audit log', async () => {
  const store = await emptyDatabase();
  try {
    const entries = store.db.collection('audit_entries');
    const actor = { id: '665f1c2ab8d4e1a2b3c4d5e6', name: 'Ada Admin', email: 'ada@example.com' };
    const [secret, open] = [
      { name: 'Secret', isShared: false, query: 'q=secret' },
      { name: 'Open', isShared: true, query: 'q=open' },
    ];
    const entry = (action: string, sides: object, label = 'Secret') => ({
      entity: 'saved-view',
      entityId: action,
      action,
      actor,
      label,
      tokens: ['secret'],
      ...sides,
    });
    await entries.insertMany([
      entry('created', { after: secret }),
      entry('updated', { before: secret, after: secret }),
      entry('removed', { before: secret }),
      entry('published', { before: secret, after: open }, 'Open'),
      entry('withdrawn', { before: open, after: secret }),
      { ...entry('other', { before: { hidden: false } }), entity: 'review' },
    ]);
    await new Migrator(store.db).run();
    const left = await entries.find({}, { sort: { action: 1 } }).toArray();
    expect(left).toMatchObject([
      { action: 'other', label: 'Secret' },
      { action: 'published', label: 'Open', before: { isShared: false }, after: open },
      { action: 'withdrawn', label: 'Open', before: open, after: { isShared: false } },
    ]);
    expect(JSON.stringify(left.slice(1))).not.toMatch(/secret/i);
    expect(left[2]!['tokens']).toEqual(expect.arrayContaining(['open', 'ada']));
  } finally {
    await store.close();
  }
});
