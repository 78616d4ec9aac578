import { createRequire } from 'node:module';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Account } from './accounts.js';
import { type AccountCalls, keepAddressesPrivate } from './address-privacy.js';
import type { OutOfBandCode } from './mail-texts.js';

/** The parts used here of the official Auth emulator, which ships no types. */
export interface ProjectState {
  enableImprovedEmailPrivacy: boolean;
  overwriteUserWithLocalId(localId: string, props: Record<string, unknown>): Account;
  getUserByLocalId(localId: string): (Account & { email?: string }) | undefined;
  updateUserByLocalId(localId: string, fields: object, options?: object): Account;
  deleteUser(user: Account): void;
  deleteAllAccounts(): void;
  createOob(email: string, newEmail: string | undefined, type: string, link: unknown): OutOfBandCode;
}
type ProjectStateClass = new (projectId: string) => ProjectState;
export type Handler = (request: IncomingMessage, response: ServerResponse) => void;
type CreateApp = (project: string, mode: 0, states: Map<string, ProjectState>) => Promise<Handler>;

interface Emulator {
  AgentProjectState: ProjectStateClass;
  createApp: CreateApp;
}

/**
 * The browser SDK's calls, the admin calls of the seed, and nothing else. Every path left in costs
 * compile time and memory at start; phones, tenants, SAML and second factors are not used by this shop.
 */
const USED_PATHS = [
  /^\/v1\/accounts:(createAuthUri|signUp|lookup|update|delete|signInWithPassword|signInWithIdp|sendOobCode|resetPassword)$/,
  /^\/v1\/token$/,
  /^\/v1\/projects$/,
  /^\/v1\/projects\/\{targetProjectId\}\/accounts(:lookup|:update|:delete|:query)?$/,
  /^\/v2\/(passwordPolicy|recaptchaConfig)$/,
  /^\/v2\/projects\/\{targetProjectId\}\/config$/,
  /^\/emulator\/v1\/projects\/\{targetProjectId\}\/(accounts|oobCodes)$/,
];

/** Loads the emulator of firebase-tools into this process, trimmed to the calls above. */
export function loadEmulator(): Emulator {
  const require = createRequire(import.meta.url);
  const auth = 'firebase-tools/lib/emulator/auth';
  const { default: spec } = require(`${auth}/apiSpec.js`) as { default: { paths: Record<string, unknown> } };
  for (const path of Object.keys(spec.paths)) {
    if (!USED_PATHS.some((used) => used.test(path))) delete spec.paths[path];
  }
  // Its logger complains on stderr about every message unless it is given somewhere to write.
  const { logger } = require('firebase-tools/lib/logger.js') as { logger: { silent: boolean } };
  logger.silent = true;
  const { AgentProjectState } = require(`${auth}/state.js`) as { AgentProjectState: ProjectStateClass };
  const { authOperations } = require(`${auth}/operations.js`) as {
    authOperations: { identitytoolkit: { accounts: AccountCalls } };
  };
  const { BadRequestError } = require(`${auth}/errors.js`) as {
    BadRequestError: new (code: string) => Error;
  };
  keepAddressesPrivate(authOperations.identitytoolkit.accounts, BadRequestError);
  const { createApp } = require(`${auth}/server.js`) as { createApp: CreateApp };
  return { AgentProjectState, createApp };
}
