import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { recordTelemetry } from '../src/common/telemetry.js';
import { Metrics } from '../src/metrics/metrics.service.js';
import { buying } from './buying.js';
import { type Commerce, eventually, ROOT, startCommerce } from './commerce.js';

interface Panel {
  title: string;
  type: string;
  targets?: { expr: string }[];
}
const read = (path: string): string => readFileSync(resolve(ROOT, path), 'utf8');
const { panels } = JSON.parse(read('deploy/grafana/dashboard.json')) as { panels: Panel[] };
const { groups } = parse(read('deploy/prometheus/alerts.yml')) as {
  groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);
const charts = panels.filter(({ type }) => type !== 'row');
const expressions: [name: string, expr: string][] = [
  ...charts.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => [title, expr] as [string, string]),
  ),
  ...alerts.map(({ alert, expr }) => [alert, expr] as [string, string]),
];

/** The metrics of the shop and of Node in an expression, with their selectors. */
const METRICS = /\b((?:shop|http|mongodb|nodejs|process)_\w+|up(?=\{))(?:\{([^}]*)\})?/g;

let shop: Commerce;
/** The shop's metrics by name: for each sample, its labels. */
let samples: Map<string, Record<string, string>[]>;

/** What Prometheus adds to every sample; a `job` of the shop's own it renames. */
const asStored = (name: string, labels: Record<string, string>): Record<string, string> => {
  const { job, ...others } = labels;
  return { ...others, ...(job !== undefined && { exported_job: job }), job: 'shop', instance: `of ${name}` };
};

beforeAll(async () => {
  shop = await startCommerce({ METRICS_PORT: '0' });
  const steps = buying(shop);
  await steps.paid(await shop.user(), await shop.product());
  const [paid] = await shop.sandbox.delivered('payment_intent.succeeded');
  expect(await shop.deliver(paid!)).toBe(200);
  // what does not happen in a minute's work; their values are those of the events' types
  recordTelemetry('limit-refused', { limit: 'address' });
  recordTelemetry('cached-read', { outcome: 'hit' });
  recordTelemetry('client-rendered-page', { reason: 'timeout' });
  recordTelemetry('refusal', { code: 'not-enough-stock' });
  recordTelemetry('job', { job: 'PaymentsJob', outcome: 'failed', seconds: 1 });
  recordTelemetry('webhook-delivery', { outcome: 'retried', seconds: 1 });
  recordTelemetry('mail', { kind: 'order-paid', outcome: 'sent' });
  recordTelemetry('mail', { kind: 'order-paid', outcome: 'failed' });
  recordTelemetry('image', { outcome: 'refused', seconds: 1 });
  recordTelemetry('provider-event', { source: 'webhook', outcome: 'failed', ageSeconds: 1 });
  let text = '';
  await eventually(async () => {
    text = await (await fetch(`http://127.0.0.1:${shop.app.get(Metrics).port}/metrics`)).text();
    const late = ['shop_unreconciled_payments{', 'shop_outbox_pending_events{', 'what="paid"'];
    return late.every((sample) => text.includes(sample));
  }, 'the payments are compared, and the events counted');
  samples = new Map([['up', [asStored('up', {})]]]);
  for (const line of text.split('\n').filter((it) => it && !it.startsWith('#'))) {
    const [, name = '', list = ''] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    const labels = [...list.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', value = '']) => [label, value]);
    const known = samples.get(name) ?? [];
    known.push(asStored(name, Object.fromEntries(labels) as Record<string, string>));
    samples.set(name, known);
  }
});
afterAll(() => shop.close());

describe('the dashboard and the alert rules', () => {
  it.each(expressions)('%s reads metrics, labels and values that exist: %s', (_name, expr) => {
    const metrics = [...expr.matchAll(METRICS)];
    expect(metrics).not.toEqual([]);
    const labels = new Set(['le']);
    for (const [, name = '', selector = ''] of metrics) {
      expect([...samples.keys()]).toContain(name);
      const found = samples.get(name)!;
      for (const label of Object.keys(found[0]!)) labels.add(label);
      for (const [, label = '', operator, value] of selector.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)) {
        expect(Object.keys(found[0]!)).toContain(label);
        if (operator === '=') expect(found.map((sample) => sample[label])).toContain(value);
      }
    }
    const grouped = [...expr.matchAll(/\b(?:by|on)\s*\(([^)]*)\)/g)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim()),
    );
    expect([...labels]).toEqual(expect.arrayContaining(grouped));
  });

  it('the dashboard shows every metric of the shop, and operations.md lists them and the alerts', () => {
    const shown = JSON.stringify(panels);
    const text = read('docs/operations.md');
    const own = [...samples.keys()].filter((name) => /^(shop|http|mongodb)_/.test(name));
    for (const family of new Set(own.map((name) => name.replace(/_(bucket|sum|count)$/, '')))) {
      expect(shown).toContain(family);
      if (family.startsWith('shop_')) expect(text).toContain(`\`${family}\``);
    }
    for (const { alert, annotations } of alerts) {
      expect(text).toContain(`\`${alert}\``);
      const [, anchor = ''] = /\/docs\/operations\.md#(\w+)$/.exec(annotations['runbook_url'] ?? '') ?? [];
      expect([anchor, text.match(/^### \w+$/gm)]).toEqual([
        alert.toLowerCase(),
        expect.arrayContaining([`### ${alert}`]),
      ]);
    }
  });
});
