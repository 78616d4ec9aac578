import { prepare, ROOT } from './lib/prepare.mjs';

/** `node scripts/tool.mjs NAME [arguments]`: one of the commands of package.json, with what it needs installed and built. */
const TSX = ['--import', 'tsx'];
const TOOLS = {
  migrate: { builds: ['backend'], command: ['backend/dist/cli/migrate.js'] },
  backup: { builds: ['backend'], command: ['backend/dist/cli/backup.js'] },
  restore: { builds: ['backend'], command: ['backend/dist/cli/restore.js'] },
  'check:data': { builds: ['backend'], command: ['backend/dist/cli/check.js'] },
  store: { builds: [], command: [...TSX, 'devstack/mongo/main.ts', '--fail-points'] },
  'store:export': { builds: [], command: [...TSX, 'devstack/store-move.ts', 'export'] },
  'store:import': { builds: [], command: [...TSX, 'devstack/store-move.ts', 'import'] },
};

const [name, ...args] = process.argv.slice(2);
const tool = TOOLS[name];
if (!tool) throw new Error(`Usage: node scripts/tool.mjs ${Object.keys(TOOLS).join('|')} [arguments]`);
await prepare(tool.builds);
const { execa } = await import('execa');
const child = execa(process.execPath, [...tool.command, ...args], {
  cwd: ROOT,
  stdio: 'inherit',
  reject: false,
});
// the tool decides how it ends; a terminal's Ctrl-C reaches it by itself
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
const { exitCode } = await child;
process.exitCode = exitCode ?? 1;
