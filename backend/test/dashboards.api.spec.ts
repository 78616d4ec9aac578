import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);
const charts = panels.filter(({ type }) => type !== 'row');
const expressions: [name: string, expr: string][] = [
  ...charts.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => [title, expr] as [string, string]),
  ),
  ...alerts.map(({ alert, expr }) => [alert, expr] as [string, string]),
];

/** What an expression reads: metrics with the labels and values of their selectors, and the labels it groups by. */
function readsOf(expr: string) {
  const metrics: { name: string; labels: [name: string, operator: string, value: string][] }[] = [];
  const grouped: string[] = [];
  let rest = expr.replaceAll(/\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g, (_all, names: string) => {
    grouped.push(...names.split(',').map((name) => name.trim()));
    return ' ';
  });
  rest = rest.replaceAll(/([a-zA-Z_]\w*)\s*\{([^}]*)\}/g, (_all, name: string, selector: string) => {
    const labels = [...selector.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)];
    metrics.push({
      name,
      labels: labels.map(([, label = '', operator = '', value = '']) => [label, operator, value]),
    });
    return ' ';
  });
  // what is left are functions, operators and numbers, or a metric without a selector
  rest = rest.replaceAll(/\[[^\]]*\]|\b\d[\w.]*/g, ' ');
  for (const [name] of rest.matchAll(/\b[a-zA-Z_]\w*\b(?!\s*\()/g))
    if (!['and', 'or', 'unless', 'sum', 'max'].includes(name)) metrics.push({ name, labels: [] });
  return { metrics, grouped };
}

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
  recordTelemetry('image', { outcome: 'refused', seconds: 1 });
  recordTelemetry('provider-event', { source: 'webhook', outcome: 'failed', ageSeconds: 1 });
  let text = '';
  await eventually(async () => {
    text = await (await fetch(`http://127.0.0.1:${shop.app.get(Metrics).port}/metrics`)).text();
    return text.includes('shop_unreconciled_payments{');
  }, 'the payments are compared');
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
    const { metrics, grouped } = readsOf(expr);
    expect(metrics).not.toEqual([]);
    for (const { name, labels } of metrics) {
      expect([...samples.keys()]).toContain(name);
      const found = samples.get(name)!;
      for (const [label, operator, value] of labels) {
        expect(Object.keys(found[0]!)).toContain(label);
        if (operator === '=') expect(found.map((sample) => sample[label])).toContain(value);
      }
    }
    const labels = metrics.flatMap(({ name }) => Object.keys(samples.get(name)![0]!));
    expect(labels).toEqual(expect.arrayContaining(grouped));
  });

  it('are found to be wrong with a metric or a label that does not exist', () => {
    const { metrics, grouped } = readsOf(
      'sum by (le, rout) (rate(shop_nothing_total{what="x"}[5m])) > no_metric',
    );
    expect(metrics.map(({ name }) => name)).toEqual(['shop_nothing_total', 'no_metric']);
    expect(grouped).toEqual(['le', 'rout']);
  });

  it('the dashboard shows every metric of the shop', () => {
    const shown = charts.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n');
    const own = [...samples.keys()].filter((name) => /^(shop|http|mongodb)_/.test(name));
    const families = new Set(own.map((name) => name.replace(/_(bucket|sum|count)$/, '')));
    for (const family of families) expect(shown).toContain(family);
  });

  it('operations.md lists them', () => {
    const text = read('docs/operations.md');
    for (const name of samples.keys())
      if (name.startsWith('shop_')) expect(text).toContain(`\`${name.replace(/_(bucket|sum|count)$/, '')}\``);
    for (const { alert } of alerts) expect(text).toContain(`\`${alert}\``);
  });

  it('every panel has a place of its own, and names what it shows', () => {
    const places = panels.map((panel) => JSON.stringify((panel as unknown as { gridPos: object }).gridPos));
    expect(new Set(places).size).toBe(places.length);
    for (const { title, targets = [] } of charts)
      expect([title !== '', targets.length > 0]).toEqual([true, true]);
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
  });
});
