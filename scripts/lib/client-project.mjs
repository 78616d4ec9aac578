import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from './prepare.mjs';

/** The fenced blocks of a Markdown file, in order: language, text, and the line of the fence. */
export function blocksOf(file) {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language, code], index, all) => ({
    language,
    code,
    line: text.slice(0, text.indexOf(all[index][0])).split('\n').length,
  }));
}

/**
 * Makes an empty project, installs the client's packed tarball there as a person would, and adds its examples.
 *
 * @param {Record<string, string>} programs more TypeScript programs, by name
 * @returns {Promise<void>} once all of them are compiled, and so type-checked, into `out/`
 */
export async function makeClientProject(folder, programs) {
  mkdirSync(folder, { recursive: true });
  await run('npm', ['pack', '-w', 'client', '--pack-destination', folder]);
  const [tarball] = readdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', join(folder, tarball)], {
    cwd: folder,
  });
  cpSync(join(folder, 'node_modules/@rapid-manufacturer/client/examples'), join(folder, 'examples'), {
    recursive: true,
  });
  for (const [name, code] of Object.entries(programs)) writeFileSync(join(folder, `${name}.ts`), code);
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    outDir: 'out',
    rootDir: '.',
    // the project has no types of Node of its own
    typeRoots: [join(ROOT, 'node_modules/@types')],
    types: ['node'],
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*.ts', 'examples/*.ts'] }),
  );
  await run('tsc', ['-p', folder]);
}
