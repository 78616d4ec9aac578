import { assert, until } from './checks.mjs';

/** What holds for every container of a compose file, and how it bears being stopped and killed. */

const MB = 1024 * 1024;

/** What the kernel says of the container's first process, and whether its files can be written. */
const PROBE = `cat /proc/1/status
(echo probe > /probe) 2>/dev/null && echo "Writable: /"
(echo probe > /usr/probe) 2>/dev/null && echo "Writable: /usr"
(echo probe > /tmp/probe && rm /tmp/probe) 2>/dev/null || echo "Unwritable: /tmp"
exit 0`;

/** The memory of its processes, without cached files: by cgroups of version 2, or 1. */
const MEMORY = `awk '$1 == "anon" { print $2 }' /sys/fs/cgroup/memory.stat 2>/dev/null ||
awk '$1 == "total_rss" { print $2 }' /sys/fs/cgroup/memory/memory.stat`;

/** @param {import('./engine.mjs').Engine} engine */
export async function checkHardening(engine, container) {
  const status = await engine.inside(container, 'sh', '-c', PROBE);
  const field = (name) => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1];
  assert(field('Uid') !== '0', 'It runs as root');
  for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'])
    assert(/^0+$/.test(field(set)), `It has capabilities: ${set} ${field(set)}`);
  assert(field('NoNewPrivs') === '1', 'It may gain privileges');
  assert(field('Writable') === undefined, `It can write to ${field('Writable')}`);
  assert(field('Unwritable') === undefined, `It cannot write to ${field('Unwritable')}`);
  const { HostConfig: limits } = await engine.inspect(container);
  assert(limits.ReadonlyRootfs, 'Its root is not read-only');
  assert(limits.Memory > 0 && limits.PidsLimit > 0, 'It has no limit of memory or processes');
  assert(limits.LogConfig.Type === 'json-file', `Its log driver is ${limits.LogConfig.Type}`);
}

/** @returns what it takes, in MB */
export async function checkMemory(engine, container) {
  const { HostConfig, State } = await engine.inspect(container);
  assert(State.Running, 'It does not run');
  assert(!State.OOMKilled, 'It was killed for its memory');
  const used = Number(await engine.inside(container, 'sh', '-c', MEMORY));
  assert(used > 0 && used < HostConfig.Memory, `It takes ${used / MB} of ${HostConfig.Memory / MB} MB`);
  return Math.round(used / MB);
}

/** Stops it with SIGTERM. @throws Error when it had to be killed */
export async function checkStop(engine, container) {
  const from = Date.now();
  await engine.run('stop', container);
  const { State, Config } = await engine.inspect(container);
  const took = (Date.now() - from) / 1_000;
  assert(!State.Running && State.ExitCode === 0, `It ended with ${State.ExitCode} after ${took} s`);
  assert(took < (Config.StopTimeout || 10), `It took ${took} s of ${Config.StopTimeout || 10}`);
}

/** Kills the container and starts it again. */
export async function killAndStart(engine, container) {
  await engine.run('kill', '--signal', 'KILL', container);
  await until(`${container} has ended`, async () => !(await engine.inspect(container)).State.Running);
  await engine.run('start', container);
}

/** Kills a process inside, as a crash would, and waits for the restart policy. */
export async function crash(engine, container, pid = '$(cat /proc/1/task/1/children)') {
  const before = (await engine.inspect(container)).State.StartedAt;
  // the container can end before the engine has the exit code of this
  await engine.try('exec', container, 'sh', '-c', `kill -9 ${pid}`);
  await until(`${container} is restarted`, async () => {
    const { State } = await engine.inspect(container);
    return State.Running && State.StartedAt !== before;
  });
}

/** @returns the size of a container's image in MB of 1,000,000 bytes, as engines show it */
export async function imageSize(engine, container) {
  const { Image } = await engine.inspect(container);
  const { stdout } = await engine.run('image', 'inspect', '--format', '{{.Size}}', Image);
  return Math.round(Number(stdout) / 1e6);
}

/** Every container of a project: hardened, and within its memory. */
export async function checkAll(engine, project, checks) {
  for (const container of await engine.containers(project, '', { all: false })) {
    const name = container.slice(project.name.length + 1);
    await checks.check(`${name}: not root, no capability, read-only, limited`, () =>
      checkHardening(engine, container),
    );
  }
}

export async function checkAllMemory(engine, project, checks) {
  const figures = [];
  await checks.check('every container is within its memory', async () => {
    for (const container of await engine.containers(project, '', { all: false }))
      figures.push(`${container.slice(project.name.length + 1)} ${await checkMemory(engine, container)} MB`);
  });
  if (figures.length > 0) console.log(`          ${figures.join(', ')}`);
}
