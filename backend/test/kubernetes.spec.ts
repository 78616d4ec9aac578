import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { parseConfig, SECRETS, SETTING_DEFAULTS } from '../src/config.js';
import { ROOT } from './commerce.js';

/** What the manifests say of the shop; their schemas are checked by kubeconform in the workflow. */

interface Container {
  command?: string[];
  env: { name: string; value: string }[];
  ports: { name: string; containerPort: number }[];
  [probe: `${string}Probe`]: { httpGet: { path: string; port: string } };
}
interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: { template: { spec: { containers: Container[]; terminationGracePeriodSeconds: number } } };
}
interface Kustomization {
  configMapGenerator: { literals: string[] }[];
  images: { newTag: string }[];
  patches: { target: { kind: string }; patch: string }[];
}
const read = (path: string): string => readFileSync(resolve(ROOT, 'deploy/kubernetes', path), 'utf8');
const podOf = (file: string, kind: string) => {
  const manifests = parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest);
  return manifests.find((manifest) => manifest.kind === kind)!.spec.template.spec;
};
const pod = podOf('base/shop.yaml', 'Deployment');
const [shop] = pod.containers as [Container];

/** The settings of the base and the example together, as the pods get them. */
const settings = Object.fromEntries(
  ['base', 'example']
    .flatMap((folder) => (parse(read(`${folder}/kustomization.yaml`)) as Kustomization).configMapGenerator)
    .flatMap(({ literals }) => literals)
    .map((literal) => [literal.slice(0, literal.indexOf('=')), literal.slice(literal.indexOf('=') + 1)]),
);

it('the manifests set only what the configuration knows, and all that it requires', () => {
  const secrets = mkdtempSync(join(tmpdir(), 'rapid-secrets-'));
  try {
    const given = {
      mongodb_uri: 'mongodb://db/shop',
      jwt_secret: 'x'.repeat(32),
      stripe_secret_key: 'sk_live_1',
      stripe_webhook_secret: 'whsec_1',
    };
    for (const [name, value] of Object.entries(given)) writeFileSync(join(secrets, name), `${value}\n`);
    for (const name of Object.keys(settings)) expect(SETTING_DEFAULTS).toHaveProperty(name);
    for (const { name } of shop.env) expect(SECRETS.map((secret) => `${secret}_FILE`)).toContain(name);
    const files = shop.env.map(({ name, value }) => [name, value.replace('/run/secrets/shop', secrets)]);
    const config = parseConfig({ ...settings, ...Object.fromEntries(files) });
    expect(config).toMatchObject({
      demo: false,
      mongodbUri: 'mongodb://db/shop',
      migrateOnStart: false,
      trustProxy: 1,
    });
  } finally {
    rmSync(secrets, { recursive: true, force: true });
  }
});

it('the probes call paths and ports that exist, and a stop has the time that it takes', () => {
  const { paths } = JSON.parse(readFileSync(resolve(ROOT, 'openapi.json'), 'utf8')) as { paths: object };
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
    const { path, port } = shop[probe]!.httpGet;
    expect(paths).toHaveProperty([path.replace(/^\/api/, ''), 'get']);
    expect(shop.ports).toContainEqual({ name: port, containerPort: Number(settings['PORT']) });
  }
  expect(shop.ports).toContainEqual({ name: 'metrics', containerPort: Number(settings['METRICS_PORT']) });
  // 8 s for requests in progress: docs/operations.md
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(
    Number(settings['SHUTDOWN_DELAY_SECONDS']) + 8 + 5,
  );
  const [migrate] = podOf('base/migrate.yaml', 'Job').containers;
  const source = migrate!.command![1]!.replace('/dist/', '/src/').replace('.js', '.ts');
  expect(existsSync(resolve(ROOT, source))).toBe(true);
});

it('the migration’s job has the name of its version', () => {
  const { images, patches } = parse(read('example/kustomization.yaml')) as Kustomization;
  const { patch } = patches.find(({ target }) => target.kind === 'Job')!;
  expect(parse(patch)).toEqual([
    { op: 'replace', path: '/metadata/name', value: `migrate-${images[0]!.newTag.replaceAll('.', '-')}` },
  ]);
});

it('Prometheus reads the metrics as the job that the alert rules name', () => {
  const monitor = parse(read('monitoring/pod-monitor.yaml')) as {
    spec: {
      jobLabel: string;
      selector: { matchLabels: Record<string, string> };
      podMetricsEndpoints: { port: string }[];
    };
  };
  const { jobLabel, selector, podMetricsEndpoints } = monitor.spec;
  expect(selector.matchLabels[jobLabel]).toBe('shop');
  expect(shop.ports.map(({ name }) => name)).toContain(podMetricsEndpoints[0]!.port);
  const scrape = parse(readFileSync(resolve(ROOT, 'deploy/prometheus/scrape.yml'), 'utf8')) as {
    scrape_configs: { job_name: string }[];
  };
  expect(scrape.scrape_configs.map(({ job_name: name }) => name)).toEqual(['shop']);
});
