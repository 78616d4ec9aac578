import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isolatedEnv } from '../env.mjs';
import { ROOT, timed } from '../prepare.mjs';
import { findInPath } from '../programs.mjs';
import { makeBaseRoot } from './base-image.mjs';
import { readCompose } from './compose-file.mjs';
import { Engine } from './engine.mjs';

/**
 * Podman alone, on Debian, as root, where no image can be pulled: the base image is made of Debian's packages, and the
 * compose files are carried out by this file. Containers have the names and labels that Compose gives them.
 */

/** Debian's packages: runc, since crun refuses machines with both versions of cgroups; the others are parts of Podman. */
export const PACKAGES = [
  'podman',
  'runc',
  'debootstrap',
  'netavark',
  'aardvark-dns',
  'catatonit',
  'iptables',
];

const BASE = 'localhost/node:22-bookworm-slim';
const CADDY = 'localhost/caddy';
/** The build arguments that name images. */
const BASES = { NODE_IMAGE: BASE, CADDY_IMAGE: CADDY };
const HEALTHY_WITHIN_MS = 180_000;

const configOf = ({ nofile, nproc }, folder) => `[containers]
default_ulimits=["nofile=${nofile}:${nofile}","nproc=${nproc}:${nproc}"]
[engine]
cgroup_manager="cgroupfs"
events_logger="file"
runtime="runc"
[engine.runtimes]
runc=["${findInPath(['runc'])}"]
[network]
network_backend="netavark"
network_config_dir="${folder}/networks"
`;

const seconds = (text) => Number.parseFloat(text) * ({ m: 60, h: 3600 }[text.at(-1)] ?? 1);
const one = (option, value) => (value === undefined ? [] : [option, String(value)]);
const list = (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);
const many = (option, values) => list(values).flatMap((value) => [option, String(value)]);

export class Podman extends Engine {
  program = 'podman';

  /** @param {string} folder that holds all it makes */
  constructor(folder) {
    super();
    this.folder = folder;
    const temporary = join(folder, 'tmp');
    for (const part of [temporary, join(folder, 'networks')]) mkdirSync(part, { recursive: true });
    this.env = {
      ...isolatedEnv(process.env),
      CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
      CONTAINERS_CONF: join(folder, 'containers.conf'),
      TMPDIR: temporary,
    };
  }

  async prepare() {
    // Podman's own are above what a machine without CAP_SYS_RESOURCE may set
    const { stdout: files } = await this.command('sh', ['-c', 'ulimit -Hn']);
    this.ulimits = { nofile: Number(files) || 1_048_576, nproc: 8_192 };
    writeFileSync(this.env.CONTAINERS_CONF, configOf(this.ulimits, this.folder));
    const storage = `[storage]\ndriver="overlay"\ngraphroot="${this.folder}/storage"\nrunroot="${this.folder}/run"\n`;
    writeFileSync(this.env.CONTAINERS_STORAGE_CONF, storage);
  }

  hasImage = async (image) => (await this.try('image', 'exists', image)).code === 0;

  /** The base image and the proxy's, once. */
  async baseImages() {
    if (!(await this.hasImage(BASE))) {
      await timed("Making the base image of Debian's packages (once)", async () => {
        const root = await makeBaseRoot(this.folder);
        const archive = join(this.folder, 'base.tar');
        await this.command('tar', ['-C', root, '-cf', archive, '.']);
        const change = ['ENTRYPOINT ["docker-entrypoint.sh"]', 'CMD ["node"]'].flatMap((it) => ['-c', it]);
        await this.run('import', ...change, archive, BASE);
        for (const path of [root, archive]) rmSync(path, { recursive: true, force: true });
      });
    }
    if (!(await this.hasImage(CADDY))) {
      await timed("Making the proxy's image of Debian's caddy (once)", async () => {
        const file = join(this.folder, 'caddy.Dockerfile');
        const install = 'apt-get update && apt-get install -y --no-install-recommends caddy';
        const lines = [`FROM ${BASE}`, `RUN ${install}`];
        writeFileSync(file, `${lines.join('\n')}\n`);
        await this.build(['--tag', CADDY, '--file', file, this.folder]);
      });
    }
  }

  /** `--format docker` keeps the HEALTHCHECK; the mounts let npm trust what this machine trusts, and stay out of the images. */
  async build(args) {
    const authorities = process.env.NODE_EXTRA_CA_CERTS;
    const trust = [];
    if (authorities && existsSync(authorities)) {
      const inside = '/etc/ssl/certs/ca-certificates.crt';
      const npmrc = join(this.folder, 'npmrc');
      writeFileSync(npmrc, `cafile=${inside}\n`);
      trust.push('-v', `${authorities}:${inside}:ro`, '-v', `${npmrc}:/usr/local/etc/npmrc:ro`);
    }
    await this.run('build', '--format', 'docker', '--pull=never', '--network', 'host', ...trust, ...args);
  }

  /** @returns the image of a service, which is built in this run */
  async imageOf(name, { build }) {
    // the overlays build every service, of images that are made here
    if (!build) throw new Error(`${name}: its image cannot be pulled here`);
    const { context, dockerfile = 'Dockerfile', target, args = {} } = build;
    const tag = `localhost/rapid-${target ?? name}`;
    if (this.built.has(tag)) return tag;
    this.built.add(tag);
    const values = Object.entries({ ...args, ...BASES }).filter(([key]) => key in args);
    const options = values.flatMap((pair) => ['--build-arg', pair.join('=')]);
    if (target) options.push('--target', target);
    const folder = resolve(ROOT, context);
    await timed(`Building ${target ?? name}`, () =>
      this.build([...options, '--tag', tag, '--file', join(folder, dockerfile), folder]),
    );
    return tag;
  }

  built = new Set();

  async up(project) {
    const { services, secrets } = readCompose(project);
    this.current = project;
    await this.baseImages();
    const network = `${project.name}_default`;
    if ((await this.try('network', 'exists', network)).code !== 0)
      await this.run('network', 'create', network);
    const started = new Set();
    const start = async (name) => {
      if (started.has(name)) return;
      started.add(name);
      const service = services[name];
      const waits = Array.isArray(service.depends_on)
        ? Object.fromEntries(service.depends_on.map((other) => [other, {}]))
        : (service.depends_on ?? {});
      const image = await this.imageOf(name, service);
      for (const [other, { condition }] of Object.entries(waits)) {
        await start(other);
        if (condition === 'service_healthy') await this.untilHealthy(`${project.name}-${other}-1`);
        if (condition === 'service_completed_successfully') {
          const { stdout } = await this.run('wait', `${project.name}-${other}-1`);
          if (stdout.trim() !== '0') throw new Error(`${other} ended with ${stdout.trim()}`);
        }
      }
      for (let n = 1; n <= (service.deploy?.replicas ?? 1); n += 1)
        await this.run('run', ...this.argumentsOf({ project, secrets, name, n, service, image }));
    };
    for (const name of Object.keys(services)) await start(name);
  }

  argumentsOf({ project, secrets, name, n, service, image }) {
    const container = `${project.name}-${name}-${n}`;
    const { deploy: _, environment, logging, healthcheck = {}, networks = {} } = service;
    const { aliases = [] } = networks.default ?? {};
    const volumeOf = (volume) => {
      const [source, ...rest] = volume.split(':');
      const place = /^[./]/.test(source) ? resolve(ROOT, source) : `${project.name}_${source}`;
      return [place, ...rest].join(':');
    };
    const secretOf = (secret) => `${resolve(ROOT, secrets[secret].file)}:/run/secrets/${secret}:ro`;
    // systemd would run the checks, and there may be none: `untilHealthy` runs them
    const health = ['--health-interval', 'disable'];
    if (healthcheck.disable) health.push('--no-healthcheck');
    else if (healthcheck.test) health.push('--health-cmd', JSON.stringify(healthcheck.test.slice(1)));
    return [
      '--detach',
      ...one('--name', container),
      ...one('--hostname', name),
      ...one('--network', `${project.name}_default`),
      ...many('--network-alias', [name, ...aliases]),
      ...many('--label', [
        `com.docker.compose.project=${project.name}`,
        `com.docker.compose.service=${name}`,
      ]),
      ...(service.read_only ? ['--read-only', '--read-only-tmpfs=false'] : []),
      ...(service.init ? ['--init'] : []),
      ...many('--tmpfs', service.tmpfs),
      ...many('--cap-drop', service.cap_drop),
      ...many('--cap-add', service.cap_add),
      ...many('--security-opt', service.security_opt),
      ...many('--publish', service.ports),
      ...many('--volume', list(service.volumes).map(volumeOf)),
      ...many('--volume', list(service.secrets).map(secretOf)),
      ...many(
        '--sysctl',
        Object.entries(service.sysctls ?? {}).map((pair) => pair.join('=')),
      ),
      ...many(
        '--env',
        Object.entries(environment).map((pair) => pair.join('=')),
      ),
      ...one('--user', service.user),
      ...one('--restart', service.restart),
      ...one('--memory', service.mem_limit),
      ...one('--cpus', service.cpus),
      ...one('--pids-limit', service.pids_limit),
      ...many(
        '--ulimit',
        Object.entries({ ...this.ulimits, ...service.ulimits }).map((pair) => pair.join('=')),
      ),
      ...one('--stop-timeout', service.stop_grace_period && seconds(service.stop_grace_period)),
      ...one('--log-driver', logging?.driver),
      // Podman keeps one file
      ...one('--log-opt', logging?.options?.['max-size'] && `max-size=${logging.options['max-size']}`),
      ...health,
      ...one('--entrypoint', service.entrypoint && JSON.stringify(service.entrypoint)),
      image,
      ...list(service.command),
    ];
  }

  async untilHealthy(container) {
    for (const deadline = Date.now() + HEALTHY_WITHIN_MS; ; await sleep(500)) {
      if ((await this.try('healthcheck', 'run', container)).code === 0) return;
      if (Date.now() > deadline) {
        const { all } = await this.try('logs', '--tail', '30', container);
        throw new Error(`${container} did not become healthy.\n${all}`);
      }
    }
  }

  async down({ name }, { volumes = false } = {}) {
    for (const container of await this.containers({ name }, '', { all: true }))
      await this.try('rm', '--force', '--time', '30', container);
    await this.try('network', 'rm', '--force', `${name}_default`);
    if (!volumes) return;
    const { stdout } = await this.run('volume', 'ls', '--quiet', '--filter', `name=^${name}_`);
    for (const volume of stdout.split('\n').filter(Boolean))
      await this.run('volume', 'rm', '--force', volume);
  }

  /** Removes everything that it has made. */
  async clean() {
    await this.try('rm', '--all', '--force', '--time', '10');
    await this.try('network', 'prune', '--force');
    await this.try('volume', 'prune', '--force');
    await this.try('rmi', '--all', '--force');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
