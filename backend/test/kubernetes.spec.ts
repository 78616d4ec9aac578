import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { parseConfig, SECRETS, SETTING_DEFAULTS } from '../src/config.js';
import { ROOT } from './commerce.js';

const FOLDER = resolve(ROOT, 'deploy/kubernetes');
const BASE = join(FOLDER, 'base');
const EXAMPLE = join(FOLDER, 'example');

interface Container {
  command?: string[];
  env?: { name: string; value: string }[];
  ports?: { name: string; containerPort: number }[];
  securityContext?: unknown;
  resources?: { limits?: { memory?: string } };
  volumeMounts?: { name: string; mountPath: string }[];
  [probe: `${string}Probe`]: { httpGet: { path: string; port: string } };
}
interface PodSpec {
  containers: Container[];
  serviceAccountName: string;
  terminationGracePeriodSeconds?: number;
  volumes: { name: string; secret?: { secretName: string; items?: { key: string }[] } }[];
  securityContext: unknown;
}
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  spec: Record<string, unknown> & { template?: { metadata: { labels: object }; spec: PodSpec } };
}
interface Kustomization {
  resources: string[];
  images?: { name: string }[];
  configMapGenerator: { name: string; literals: string[] }[];
  secretGenerator?: { name: string; files: string[] }[];
}

const read = (folder: string): Kustomization =>
  parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as Kustomization;
const documents = (text: string): Manifest[] =>
  parseAllDocuments(text).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Manifest;
  });
const base = read(BASE);
const example = read(EXAMPLE);
const manifestsOf = (folder: string, { resources }: Kustomization): Manifest[] =>
  resources
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => documents(readFileSync(join(folder, name), 'utf8')));
const manifests = [...manifestsOf(BASE, base), ...manifestsOf(EXAMPLE, example)];
const of = (kind: string, name: string): Manifest => {
  const found = manifests.find((it) => it.kind === kind && it.metadata.name === name);
  if (!found) throw new Error(`There is no ${kind} ${name}`);
  return found;
};
const workloads = manifests.filter(({ spec }) => spec?.template);

/** The settings of the base and the example together, as the pods get them. */
const settings = Object.fromEntries(
  [base, example]
    .flatMap(({ configMapGenerator }) => configMapGenerator)
    .flatMap(({ literals }) => literals)
    .map((literal) => [literal.slice(0, literal.indexOf('=')), literal.slice(literal.indexOf('=') + 1)]),
);

/** Checks a manifest against the schema of its kind in Kubernetes' own API description. */
async function validate(manifest: Manifest): Promise<void> {
  const group = manifest.apiVersion.replace(/^(\w+)\/(v\d)/, '$1/$2');
  const kinds = (await import(`kubernetes-models/${group}`)) as Record<
    string,
    new (data: Manifest) => { validate(): void }
  >;
  const Kind = kinds[manifest.kind];
  if (!Kind) throw new Error(`There is no ${manifest.apiVersion} ${manifest.kind}`);
  new Kind(manifest).validate();
}

describe('the manifests', () => {
  it('are those that the kustomizations name, and no other file is there', () => {
    for (const [folder, { resources }] of [
      [BASE, base],
      [EXAMPLE, example],
    ] as const) {
      for (const name of resources) expect([name, existsSync(join(folder, name))]).toEqual([name, true]);
      const files = readdirSync(folder).filter(
        (name) => name.endsWith('.yaml') && name !== 'kustomization.yaml',
      );
      expect(files.toSorted()).toEqual(resources.filter((name) => name.endsWith('.yaml')).toSorted());
    }
  });

  it.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    '%s has the schema of its kind',
    async (_name, manifest) => validate(manifest),
  );

  it('would not pass with a mistake', async () => {
    const wrong = structuredClone(of('Deployment', 'shop'));
    wrong.spec['replicas'] = 'two';
    await expect(validate(wrong)).rejects.toThrow('replicas');
    await expect(validate({ ...wrong, kind: 'Deploiment' })).rejects.toThrow('Deploiment');
  });

  it('give no pod privileges, a writable file system or unbounded memory', () => {
    expect(workloads.map(({ metadata }) => metadata.name).toSorted()).toEqual(['migrate', 'shop']);
    const [, user] = /^USER (\d+):/m.exec(
      readFileSync(resolve(ROOT, 'Dockerfile'), 'utf8').split('AS shop')[1]!,
    )!;
    for (const { spec } of workloads) {
      const pod = spec.template!.spec;
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: Number(user),
          seccompProfile: { type: 'RuntimeDefault' },
        },
      });
      of('ServiceAccount', pod.serviceAccountName);
      for (const container of pod.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources?.limits?.memory).toBe('512Mi');
      }
    }
    expect(of('Namespace', 'shop').metadata.labels).toMatchObject({
      'pod-security.kubernetes.io/enforce': 'restricted',
    });
  });

  it('set only what the configuration knows, and all that it requires', () => {
    const secrets = mkdtempSync(join(tmpdir(), 'rapid-secrets-'));
    try {
      const given = {
        mongodb_uri: 'mongodb://db/shop',
        jwt_secret: 'x'.repeat(32),
        stripe_secret_key: 'sk_live_1',
        stripe_webhook_secret: 'whsec_1',
      };
      for (const [name, value] of Object.entries(given)) writeFileSync(join(secrets, name), `${value}\n`);
      const env = of('Deployment', 'shop').spec.template!.spec.containers[0]!.env!;
      for (const name of Object.keys(settings)) expect(SETTING_DEFAULTS).toHaveProperty(name);
      for (const { name } of env) expect(SECRETS.map((secret) => `${secret}_FILE`)).toContain(name);
      const files = env.map(({ name, value }) => [name, value.replace('/run/secrets/shop', secrets)]);
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

  it('mount the secrets that an overlay makes, where the settings look for them', () => {
    const made = example.secretGenerator!.map(({ name, files }) => [
      name,
      files.map((file) => file.split('/').pop()!),
    ]);
    const keysOf = Object.fromEntries(made) as Record<string, string[]>;
    for (const { spec } of workloads) {
      const { volumes, containers } = spec.template!.spec;
      const { secret } = volumes.find(({ name }) => name === 'secrets')!;
      expect(keysOf).toHaveProperty(secret!.secretName);
      for (const { env = [], volumeMounts = [] } of containers) {
        const { mountPath } = volumeMounts.find(({ name }) => name === 'secrets')!;
        const keys = secret!.items?.map(({ key }) => key) ?? keysOf[secret!.secretName]!;
        expect(env.map(({ value }) => value).toSorted()).toEqual(
          keys.map((key) => `${mountPath}/${key}`).toSorted(),
        );
        for (const key of keys) expect(keysOf[secret!.secretName]).toContain(key);
      }
    }
  });

  it('probe calls and ports that exist, and leave the time that a stop takes', () => {
    const { paths } = JSON.parse(readFileSync(resolve(ROOT, 'openapi.json'), 'utf8')) as { paths: object };
    const pod = of('Deployment', 'shop').spec.template!.spec;
    const [shop] = pod.containers;
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
      const { path, port } = shop![probe]!.httpGet;
      expect(paths).toHaveProperty([path.replace(/^\/api/, ''), 'get']);
      expect(shop!.ports).toContainEqual({ name: port, containerPort: Number(settings['PORT']) });
    }
    expect(shop!.ports).toContainEqual({ name: 'metrics', containerPort: Number(settings['METRICS_PORT']) });
    expect(shop!.readinessProbe!.httpGet.path).toBe('/api/health/ready');
    // 8 s for requests in progress: docs/operations.md
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(
      Number(settings['SHUTDOWN_DELAY_SECONDS']) + 8 + 5,
    );
    const job = of('Job', 'migrate').spec.template!.spec.containers[0]!;
    expect(existsSync(resolve(ROOT, job.command![1]!.replace('/dist/', '/src/').replace('.js', '.ts')))).toBe(
      true,
    );
  });

  it('select the pods by the labels that they have', () => {
    const labels = of('Deployment', 'shop').spec.template!.metadata.labels;
    expect(of('Service', 'shop').spec['selector']).toEqual(labels);
    expect(of('Deployment', 'shop').spec).toMatchObject({ replicas: 2, selector: { matchLabels: labels } });
    for (const kind of ['PodDisruptionBudget', 'NetworkPolicy']) {
      const { spec } = of(kind, 'shop');
      expect((spec['selector'] ?? spec['podSelector']) as object).toEqual({ matchLabels: labels });
    }
    for (const workload of workloads) {
      expect(of('NetworkPolicy', workload.metadata.name).spec).toMatchObject({
        podSelector: { matchLabels: workload.spec.template!.metadata.labels },
        policyTypes: ['Ingress', 'Egress'],
      });
    }
  });
});

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
if (!hasKubectl) console.log('Not rendered, for want of kubectl: deploy/kubernetes');
else
  it('kustomize renders the example, and what it renders has the schemas', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rapid-kubernetes-'));
    try {
      cpSync(FOLDER, folder, { recursive: true });
      mkdirSync(join(folder, 'example/secrets'), { recursive: true });
      for (const file of example.secretGenerator!.flatMap(({ files }) => files))
        writeFileSync(join(folder, 'example', file), 'x');
      const { stdout, stderr } = spawnSync('kubectl', ['kustomize', join(folder, 'example')], {
        encoding: 'utf8',
      });
      expect(stderr).toBe('');
      const rendered = documents(stdout);
      // besides the manifests, the settings and the secrets
      expect(rendered).toHaveLength(manifests.length + 2);
      for (const manifest of rendered) await validate(manifest);
      const secret = rendered.find(({ kind }) => kind === 'Secret')!.metadata.name;
      const shop = rendered.find(({ kind }) => kind === 'Deployment')!.spec.template!.spec;
      expect(shop.volumes.find(({ name }) => name === 'secrets')!.secret!.secretName).toBe(secret);
      expect(secret).toMatch(/^secrets-\w+$/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
