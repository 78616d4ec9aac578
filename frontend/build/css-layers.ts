import { relative } from 'node:path';
import { atRule, type AtRule, type Plugin } from 'postcss';

/** The cascade's layers: a rule of a later one wins over those of the earlier ones, whatever their selectors are. */
export const LAYERS = ['reset', 'vendor', 'antd', 'base', 'ui', 'table', 'shell', 'page'] as const;

/** Which layer a style sheet is in, by its path under `frontend/src`. antd's own is `antd`: see `AntdProvider`. */
const FOLDERS: [beginning: string, layer: (typeof LAYERS)[number]][] = [
  // before antd: its components are not meant to look like bare elements
  ['styles/reset.css', 'reset'],
  ['styles/', 'base'],
  ['ui/', 'ui'],
  ['forms/', 'ui'],
  ['ui-admin/', 'table'],
  ['lists/', 'table'],
  // its own rules and those of the pages within it are written for one layer
  ['layouts/account/', 'page'],
  ['layouts/', 'shell'],
  ['features/', 'page'],
  ['pages/', 'page'],
];

/** @param path under `frontend/src`, with slashes; undefined for a style sheet that is in no layer */
export const layerOf = (path: string): string | undefined =>
  FOLDERS.find(([beginning]) => path.startsWith(beginning))?.[1];

/**
 * Puts each style sheet into its layer, so that it does not matter in which order pages load them. Each also states the
 * order of the layers: the first that is loaded decides it.
 */
export function cssLayers(source: string): Plugin {
  return {
    postcssPlugin: 'rapid-css-layers',
    Once(root, { result }) {
      const file = root.source?.input.file ?? '';
      const isOurs = !file.includes('node_modules');
      const name = isOurs ? layerOf(relative(source, file).replaceAll('\\', '/')) : 'vendor';
      if (!name) throw result.root.error(`${file} is in no layer: see frontend/build/css-layers.ts`);
      const layer: AtRule = atRule({ name: 'layer', params: name, nodes: [] });
      layer.append(root.nodes);
      root.removeAll();
      root.append(atRule({ name: 'layer', params: LAYERS.join(', ') }), layer);
    },
  };
}
