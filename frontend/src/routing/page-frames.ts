import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from 'vite';

const NO_SCRIPT = 'Without JavaScript the shop can be read. Filters, sign-in and orders need it.';

/** The browser's entry, as the manifest names it. */
const INDEX = 'index.html';

/** JSON as the text of a script element: no text in it can end the element or begin a comment. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The chunks that a chunk loads first, in the order of their evaluation, itself the last. */
function chunksOf(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  for (const imported of manifest[key]?.imports ?? [])
    if (!seen.has(imported)) chunksOf(manifest, imported, seen);
  return seen.add(key);
}

/**
 * What is around a rendered page: the head of the build's `index.html`, with the page's styles in it, so that nothing holds
 * up its first paint, and the state at the end of its body.
 */
export class PageFrames {
  private readonly manifest: Manifest;
  /** What every page loads first. */
  private readonly entry: Set<string>;
  private readonly sharedHead: string;
  private readonly heads = new Map<string, string>();

  /** @param dir the browser's build */
  constructor(private readonly dir: string) {
    this.manifest = JSON.parse(readFileSync(join(dir, '.vite/manifest.json'), 'utf8')) as Manifest;
    this.entry = chunksOf(this.manifest, INDEX);
    const index = readFileSync(join(dir, 'index.html'), 'utf8');
    const head = /<head>([\s\S]*)<\/head>/.exec(index)?.[1];
    if (head === undefined) throw new Error('index.html has no head');
    this.sharedHead = [
      head
        .replace(/<link rel="(?:stylesheet|modulepreload)"[^>]*>|<script type="module".*?<\/script>/g, '')
        .replace(/>\s+</g, '><'),
      // at a low priority: the page can be read without them, and they share a slow network with its image
      `<script type="module" crossorigin fetchpriority="low" src="/${this.manifest[INDEX]?.file}"></script>`,
      ...this.preloadsOf(this.filesOf([...this.entry].filter((key) => key !== INDEX))),
    ].join('');
  }

  /** The complete document of a page. */
  around(rendered: string, module: string, state: unknown): string {
    const end = rendered.lastIndexOf('</body>');
    return [
      '<!doctype html>',
      rendered.slice(0, end).replace('<head>', () => `<head>${this.headOf(module)}`),
      `<noscript>${NO_SCRIPT}</noscript>`,
      `<script type="application/json" id="page-state">${scriptJson(state)}</script>`,
      rendered.slice(end),
    ].join('');
  }

  private preloadsOf(files: string[]): string[] {
    return files.map((file) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}">`);
  }

  private filesOf(keys: Iterable<string>): string[] {
    return [...keys].flatMap((key) => this.manifest[key]?.file ?? []);
  }

  private headOf(module: string): string {
    const known = this.heads.get(module);
    if (known !== undefined) return known;
    if (!this.manifest[module]) throw new Error(`The build has no ${module}`);
    const page = chunksOf(this.manifest, module);
    const chunks = [...new Set([...this.entry, ...page])].map((key) => this.manifest[key]);
    const styles = [...new Set(chunks.flatMap((chunk) => chunk?.css ?? []))];
    const scripts = this.filesOf([...page].filter((key) => !this.entry.has(key)));
    const head = [
      this.sharedHead,
      `<style>${styles.map((file) => readFileSync(join(this.dir, file), 'utf8')).join('')}</style>`,
      // disabled ones are not fetched, but Vite's loader sees that they are there
      ...styles.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`),
      ...this.preloadsOf(scripts),
    ].join('');
    this.heads.set(module, head);
    return head;
  }
}
