import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const source = readFileSync(new URL('./theme-head.js', import.meta.url), 'utf8');
const fileName = `assets/theme-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`;

/**
 * What the page needs before its first paint: the theme script, a file of its own so that no policy has to allow
 * inline scripts, and the font.
 */
export function head(): Plugin {
  return {
    name: 'rapid-head',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (!bundle) return [{ tag: 'script', children: source, injectTo: 'head-prepend' }];
        const font = Object.keys(bundle).find((name) => /archivo-latin-wght.*\.woff2$/.test(name));
        return [
          { tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'head-prepend' },
          ...(font
            ? [
                {
                  tag: 'link',
                  attrs: {
                    rel: 'preload',
                    as: 'font',
                    type: 'font/woff2',
                    href: `/${font}`,
                    crossorigin: '',
                  },
                  injectTo: 'head' as const,
                },
              ]
            : []),
        ];
      },
    },
  };
}
