import { readFileSync } from 'node:fs';
import { minifySync, type Plugin } from 'vite';

/** In the page itself: files of their own would hold up its first paint. The server's policy allows them by their hashes. */
const INLINE = ['theme-head.js', 'entry-retry.js'].map(
  (file) => minifySync(file, readFileSync(new URL(file, import.meta.url), 'utf8')).code,
);

/** Names the entry of the latest build, so that an open tab can find out that it runs an older one. */
export function release(): Plugin {
  return {
    name: 'rapid-release',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle(_options, bundle) {
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
      if (!entry) throw new Error('The build has no entry');
      this.emitFile({
        type: 'asset',
        fileName: 'release.json',
        source: JSON.stringify({ entry: `/${entry.fileName}` }),
      });
    },
  };
}

/** What the page needs before its first paint: its inline scripts and the font. */
export function head(): Plugin {
  return {
    name: 'rapid-head',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) => /archivo-latin-wght.*\.woff2$/.test(name));
        // the encoding has to be within the first 1,024 bytes: after it
        const scripts = INLINE.map((text) => `<script>${text}</script>`).join('');
        return {
          html: html.replace('<meta charset="utf-8" />', (charset) => charset + scripts),
          tags: font
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
            : [],
        };
      },
    },
  };
}
