import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { isScalar, parseDocument, visit } from 'yaml';
import { ROOT } from '../prepare.mjs';

/** Reads compose files as `docker compose` does, as far as this project's files go. */

/** What `service()` in podman.mjs understands. Another key is an error: it would silently have no effect. */
const KEYS = new Set(
  (
    'build cap_add cap_drop command cpus depends_on deploy entrypoint env_file environment healthcheck image init logging ' +
    'mem_limit networks pids_limit ports read_only restart secrets security_opt stop_grace_period sysctls tmpfs ulimits user volumes'
  ).split(' '),
);
/** Sequences that a later file replaces; it adds to the others. */
const REPLACED = new Set(['command', 'entrypoint', 'test']);

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** `NAME=value` lines, with comments and quotes. */
export const parseEnv = (text) =>
  Object.fromEntries(
    [...text.matchAll(/^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=[ \t]*(.*?)[ \t\r]*$/gm)].map(
      ([, name, value]) => [name, /^(["'])(.*)\1/.exec(value)?.[2] ?? value.replace(/(^|\s)#.*$/, '').trim()],
    ),
  );

/** Replaces `${NAME}`, `${NAME:-default}` and `${NAME:?}`. @throws Error when a required one is not set */
export function interpolate(text, env) {
  return text.replace(/\$(\$|\{(\w+)(?::([-?])([^}]*))?\})/g, (_, what, name, operator, rest) => {
    if (what === '$') return '$';
    if (env[name]) return env[name];
    if (operator === '?') throw new Error(`${name} is required${rest ? `: ${rest}` : ''}`);
    return rest ?? '';
  });
}

const interpolateAll = (value, env) => {
  if (typeof value === 'string') return interpolate(value, env);
  if (Array.isArray(value)) return value.map((part) => interpolateAll(part, env));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, interpolateAll(part, env)]));
};

/** A file's content. A key whose value is tagged `!override` gets a `!` at its end, for `merge`. */
function parse(text) {
  const document = parseDocument(text, { merge: true, logLevel: 'error' });
  if (document.errors.length > 0) throw document.errors[0];
  visit(document, {
    Pair(_, { key, value }) {
      if (isScalar(key) && value?.tag === '!override') key.value = `${String(key.value)}!`;
    },
  });
  return document.toJS();
}

function merge(base, over) {
  const merged = { ...base };
  for (const [tagged, value] of Object.entries(over)) {
    const key = tagged.replace(/!$/, '');
    const before = merged[key];
    if (tagged !== key || before === undefined) merged[key] = value;
    else if (isObject(before) && isObject(value)) merged[key] = merge(before, value);
    else if (Array.isArray(before) && Array.isArray(value) && !REPLACED.has(key))
      merged[key] = [...before, ...value];
    else merged[key] = value;
  }
  return merged;
}

/** The environment of a service: its files, then what it names itself. */
function environmentOf({ env_file: files = [], environment = {} }) {
  const list = (Array.isArray(files) ? files : [files]).map((file) =>
    typeof file === 'string' ? { path: file, required: true } : file,
  );
  const read = list.map(({ path, required = true }) => {
    const file = isAbsolute(path) ? path : resolve(ROOT, path);
    if (!required && !existsSync(file)) return {};
    return parseEnv(readFileSync(file, 'utf8'));
  });
  return Object.assign(
    {},
    ...read,
    ...Object.entries(environment).map(([name, value]) => ({ [name]: String(value) })),
  );
}

/**
 * @param {{ files: string[], envFile: string, env: Record<string, string | undefined> }} options paths from the project's folder
 * @returns the services, each with its whole `environment`, and the secrets
 */
export function readCompose({ files, envFile, env }) {
  const own = existsSync(envFile) ? parseEnv(readFileSync(envFile, 'utf8')) : {};
  const variables = { ...own, ...Object.fromEntries(Object.entries(env).filter(([, value]) => value)) };
  const read = files.map((file) =>
    interpolateAll(parse(readFileSync(resolve(ROOT, file), 'utf8')), variables),
  );
  const { services, secrets = {} } = read.reduce(merge);
  for (const [name, service] of Object.entries(services)) {
    const unknown = Object.keys(service).filter((key) => !KEYS.has(key));
    if (unknown.length > 0) throw new Error(`${name}: ${unknown.join(', ')} cannot be run here`);
    service.environment = environmentOf(service);
  }
  return { services, secrets };
}
