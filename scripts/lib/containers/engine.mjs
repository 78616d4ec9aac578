import { existsSync } from 'node:fs';
import { execa } from 'execa';
import { ROOT } from '../prepare.mjs';

/** What runs containers: `docker` or `podman`, whose commands for single containers are the same. */
export class Engine {
  program = 'docker';
  env = process.env;
  /** What is running, for whoever has to stop it. */
  current = undefined;

  /** @returns what a command printed, and its exit code */
  async command(program, args, { mayFail = false, input } = {}) {
    const result = await execa(program, args, {
      cwd: ROOT,
      env: this.env,
      extendEnv: false,
      ...(input === undefined ? { stdin: 'ignore' } : { input }),
      all: true,
      reject: false,
    });
    if (result.failed && !mayFail)
      throw new Error([`${program} ${args[0]} failed: ${result.shortMessage}`, result.all].join('\n'));
    const { stdout, stderr, all, exitCode: code = 1 } = result;
    return { stdout, stderr, all, code };
  }

  run(...args) {
    return this.command(this.program, args);
  }

  try(...args) {
    return this.command(this.program, args, { mayFail: true });
  }

  /**
   * @param {{ name: string }} project
   * @param {string} [service] all services without one
   * @returns {Promise<string[]>} the names of its containers, in order
   */
  async containers({ name }, service = '', { all = true } = {}) {
    const labels = [`label=com.docker.compose.project=${name}`];
    if (service) labels.push(`label=com.docker.compose.service=${service}`);
    const filters = labels.flatMap((label) => ['--filter', label]);
    const { stdout } = await this.run('ps', ...(all ? ['--all'] : []), ...filters, '--format', '{{.Names}}');
    return stdout.split('\n').filter(Boolean).toSorted();
  }

  /** @returns what the engine knows of a container */
  async inspect(container) {
    const { stdout } = await this.run('container', 'inspect', container);
    return JSON.parse(stdout)[0];
  }

  /** Runs a command inside a container. @returns what it printed */
  async inside(container, ...args) {
    return (await this.run('exec', container, ...args)).stdout.trim();
  }
}

/** Docker or Podman with Compose, where images can be pulled. */
export class Compose extends Engine {
  constructor(program) {
    super();
    this.program = program;
  }

  compose({ name, files, envFile, env }, ...args) {
    const named = files.flatMap((file) => ['--file', file]);
    const settings = existsSync(envFile) ? ['--env-file', envFile] : [];
    const options = ['compose', '--project-name', name, ...settings, ...named];
    this.env = env;
    return this.command(this.program, [...options, ...args]);
  }

  async prepare() {}

  async up(project) {
    this.current = project;
    await this.compose(project, 'up', '--build', '--detach', '--quiet-pull');
  }

  async down(project, { volumes = false } = {}) {
    await this.compose(project, 'down', '--remove-orphans', ...(volumes ? ['--volumes'] : []));
  }

  async clean() {}
}
