import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type BuildEnvironmentOptions, type Plugin } from 'vite';
import { cssLayers } from './build/css-layers.ts';
import { head, release } from './build/head.ts';
import { precompress } from './build/precompress.ts';

/** Where `vite` finds the shop while developing; a build needs no such thing, it is served by the shop. */
const shop = process.env.SHOP_URL ?? 'http://127.0.0.1:3000';
const fromShop = [
  '/api',
  '/identitytoolkit.googleapis.com',
  '/securetoken.googleapis.com',
  '/payments-sandbox',
  '/mailbox',
];

const CLIENT_BUILD: BuildEnvironmentOptions = {
  target: 'es2022',
  manifest: true,
  // browsers that do not know it fetch a little later
  modulePreload: { polyfill: false },
  reportCompressedSize: false,
  chunkSizeWarningLimit: 1600,
  assetsInlineLimit: 0,
  rolldownOptions: {
    output: {
      codeSplitting: {
        groups: [
          // what every page loads, once
          {
            name: 'vendor',
            test: /node_modules[\\/](react|react-dom|react-router|react-router-dom|react-redux|scheduler|@reduxjs)[\\/]/,
            priority: 2,
          },
          // what most pages of the shop share: one file instead of twenty of less than 1 KB
          {
            name: 'shop',
            // not what admins' pages, the checkout, dialogs or few others alone share
            test: /src[\\/](api[\\/](api|empty-api|etag|generated|problem|runtime)\.|lib[\\/](?!days|date-time|countries|page-range|use-table-params|changed-search|save-file|use-settled)|ui[\\/](?!notify-undo|undo-toast|progress|pager|result-count|dialog|email|password-input)|features[\\/]products[\\/](?!product-form|product-sheet|product-load|gone-part|price-table|leftover))/,
            minShareCount: 2,
            priority: 1,
          },
          // what pages with reviews share
          {
            name: 'reviews',
            test: /src[\\/]features[\\/]reviews[\\/](stars|review-card|initials)\./,
            minShareCount: 2,
          },
          // what pages with pages of their own share
          {
            name: 'paged',
            test: /src[\\/](ui[\\/](pager|result-count)|lib[\\/](page-range|use-table-params|changed-search))/,
            minShareCount: 2,
          },
        ],
      },
    },
  },
};

/** `src/entry.server.tsx`: see there. */
const SERVER_BUILD: BuildEnvironmentOptions = {
  target: 'node20',
  outDir: 'dist/server',
  copyPublicDir: false,
  minify: false,
  reportCompressedSize: false,
  assetsInlineLimit: 0,
  rolldownOptions: { output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' } },
};

/** Leaves what only the browser renders, antd and the charts with it, out of the server's build. */
const browserOnly = (): Plugin => ({
  name: 'rapid-browser-only',
  enforce: 'pre',
  apply: (_config, { isSsrBuild }) => isSsrBuild === true,
  load: (id) =>
    /src[\\/](pages[\\/](admin|dashboard)|layouts[\\/](account|require-))/.test(id)
      ? 'export default undefined'
      : null,
});

export default defineConfig(({ isSsrBuild }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [browserOnly(), react(), head(), release(), precompress()],
  css: { postcss: { plugins: [cssLayers(fileURLToPath(new URL('src', import.meta.url)))] } },
  server: {
    host: process.env.HOST ?? '127.0.0.1',
    port: Number(process.env.VITE_PORT ?? 5173),
    proxy: Object.fromEntries(fromShop.map((path) => [path, { target: shop, changeOrigin: false }])),
  },
  // the server's build brings its packages along: where it runs, only the backend's are installed
  ssr: { noExternal: true },
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  build: isSsrBuild ? SERVER_BUILD : CLIENT_BUILD,
}));
