/** The settings of the shop, as far as the scripts read them. */

/** The settings whose presence means that a real service is used. */
const REAL = {
  store: /^MONGODB_URI(_FILE)?$/,
  identity: /^FIREBASE_/,
  payments: /^STRIPE_/,
  mail: /^SMTP_URL(_FILE)?$/,
};
const isSet = (env, pattern) => Object.keys(env).some((name) => pattern.test(name) && env[name]);

/** Which of the services are real, and whether this is a demo: `DEMO=1`, or nothing real is set. */
export function planOf(env) {
  const real = Object.fromEntries(Object.entries(REAL).map(([name, pattern]) => [name, isSet(env, pattern)]));
  const demo = env.DEMO ? /^(1|true|yes)$/.test(env.DEMO) : !Object.values(real).some(Boolean);
  return { real, demo };
}

/** What a process needs from its system, and nothing that configures a shop. */
const SYSTEM =
  /^(PATH|PATHEXT|HOME|USERPROFILE|TMPDIR|TEMP|TMP|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|APPDATA|LOCALAPPDATA|PROGRAM(FILES|DATA|W6432)(\(X86\))?|LANG|LC_.*|TZ|CI|LD_LIBRARY_PATH|NODE_EXTRA_CA_CERTS|PLAYWRIGHT_.*|CHROME_PATH|REDIS_SERVER|CADDY|TEST_.*)$/i;

/**
 * The environment of what must never reach a real service: benchmarks, screenshots, Lighthouse and the checks. It keeps
 * the system's variables and the tests' own, and drops every setting of the shop.
 */
export const isolatedEnv = (env, settings = {}) => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => SYSTEM.test(name))),
  ...settings,
});

/** A host as it is written in a URL: an IPv6 address goes in brackets; all addresses are reached at loopback's. */
export function hostInUrl(host) {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
