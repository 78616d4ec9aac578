import { parse } from 'postcss';

/** Where colours are named; everywhere else they are used by their names. */
const TOKENS = 'shared/design/tokens.css';
const COLOUR =
  /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(|\b(?:aqua|black|blue|fuchsia|gr[ae]y|green|lime|maroon|navy|olive|orange|purple|red|silver|teal|white|yellow)\b/i;

/** The class that a selector is about, when it is about one class only: `.a`, `.a:hover`, `.a.b`; not `.a .b`. */
function definedClass(selector) {
  if (/[\s>+~]/.test(selector.replace(/\([^)]*\)/g, '').trim())) return undefined;
  return /^[\w-]*\.([\w-]+)/.exec(selector)?.[1];
}

/** React Router gives it to the link of the current page, wherever that is. */
const CURRENT_LINK = /^\.active\b/;

const withoutUrls = (value) => value.replace(/url\([^)]*\)|var\(--[\w-]+/g, '');

/**
 * What is wrong with the style sheets, a line for each: one that is in no layer; a class that two of the same layer define,
 * so that the order in which they are loaded decides; one that every link may have; a class that no component uses; a colour outside the tokens.
 *
 * @param {{ path: string, text: string, layer: string | undefined }[]} sheets by their paths under `frontend/src`
 * @param {string} code all that names classes
 */
export function cssProblems(sheets, code) {
  const problems = [];
  const defined = new Map();
  const used = new Set(code.match(/[\w-]+/g));
  /** `btn--${look}` is a use of each of its variants. */
  const variants = [...code.matchAll(/([\w-]+--)\$\{/g)].map(([, beginning]) => beginning);
  const isUsed = (name) => used.has(name) || variants.some((beginning) => name.startsWith(beginning));
  for (const { path, text, layer } of sheets) {
    if (!layer) problems.push(`${path}: is in no layer, see frontend/build/css-layers.ts`);
    const root = parse(text, { from: path });
    const at = (node) => `${path}:${node.source.start.line}`;
    root.walkRules((rule) => {
      for (const selector of rule.selectors) {
        const name = definedClass(selector);
        const key = `${layer} ${name}`;
        if (name && defined.has(key) && defined.get(key) !== path)
          problems.push(`${at(rule)}: .${name} is defined in ${defined.get(key)} too`);
        else if (name) defined.set(key, path);
        if (CURRENT_LINK.test(selector))
          problems.push(`${at(rule)}: .active is the current link of any navigation`);
        for (const [, each] of selector.matchAll(/\.([a-z][\w-]*)/g))
          if (!/^(ant|anticon|recharts)(-|$)/.test(each) && !isUsed(each))
            problems.push(`${at(rule)}: no component uses .${each}`);
      }
    });
    root.walkDecls((declaration) => {
      const [colour] = (path !== TOKENS && COLOUR.exec(withoutUrls(declaration.value))) || [];
      if (colour && !/^(--)?font/.test(declaration.prop))
        problems.push(`${at(declaration)}: a colour outside the tokens: ${declaration.toString()}`);
    });
  }
  return [...new Set(problems)];
}
