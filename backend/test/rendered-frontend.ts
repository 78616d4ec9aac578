import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const INDEX = '<!doctype html><title>The app</title><script>document.title = "x"</script>';

/**
 * A frontend's build with a renderer that shows what it is asked for: the number of the render, the path, the query, and
 * how the API responds to the read that a page is made of. `/broken` fails, `/broken-once` fails the first time,
 * and `/endless` never ends.
 */
const ENTRY = `
const route = (path, query = [], showsStock = false) => ({ path, query, showsStock });
export const routes = [
  route('/'), route('/parts', ['page', 'q', 'kind'], true), route('/parts/:id', [], true),
  route('/reviews'), route('/broken'), route('/broken-once'), route('/endless'),
];
export const isRendered = (path) => !path.startsWith('/dashboard');
let renders = 0;
let brokenOnce = false;
export const createRenderer = async ({ fetch }) => async (path, query) => {
  renders += 1;
  const number = renders;
  if (path === '/endless') await new Promise(() => undefined);
  if (path === '/broken-once' && !brokenOnce) {
    brokenOnce = true;
    throw new Error('cannot be rendered yet');
  }
  const id = /^\\/parts\\/(.+)$/.exec(path)?.[1];
  const read = id ? '/api/item/' + id : path === '/reviews' ? '/api/reviews?limit=3' : '/api/items?limit=3';
  const response = await fetch(new Request('http://shop' + read));
  if (path === '/broken' || response.status >= 500) throw new Error('cannot be rendered');
  const known = routes.some((route) => route.path === path);
  return {
    status: known ? 200 : id ? response.status : 404,
    html: '<!doctype html><title>' + path + '?' + query + '</title><p>render ' + number + '</p><pre>'
      + (await response.text()) + '</pre>' + '.'.repeat(2000),
  };
};
`;

/** A folder for `FRONTEND_DIR`. */
export function renderedFrontend(): { dir: string; remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'rapid-rendered-'));
  mkdirSync(join(dir, 'server'));
  writeFileSync(join(dir, 'index.html'), INDEX);
  writeFileSync(join(dir, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(dir, 'server/entry.server.mjs'), ENTRY);
  return { dir, remove: () => rmSync(dir, { recursive: true }) };
}
