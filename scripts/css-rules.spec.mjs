import { describe, expect, it } from '@jest/globals';
import { cssProblems } from './lib/css-rules.mjs';

const CODE = '<p className="a b c active"> <p className={`tag--${tone}`}>';
const problems = (...sheets) =>
  cssProblems(
    sheets.map(([path, layer, text]) => ({ path, layer, text })),
    CODE,
  );

describe('the check of the style sheets', () => {
  it('finds nothing in good ones', () => {
    expect(
      problems(
        ['a.css', 'ui', '.a { color: var(--red) } .a:hover, .a .b { color: currentcolor } .ant-btn .a {}'],
        ['b.css', 'ui', '.b { background: url(#white) } .tag--ok { color: transparent }'],
        // another layer decides by itself
        ['c.css', 'page', '.a { color: inherit } @media print { .c > .b { color: var(--text) } }'],
        ['shared/design/tokens.css', 'base', ':root { --red: #f00 }'],
      ),
    ).toEqual([]);
  });

  it.each([
    [['a.css', 'ui', '.active .a { top: 0 }'], 'a.css:1: .active is the current link of any navigation'],
    [['a.css', undefined, ''], 'a.css: is in no layer, see frontend/build/css-layers.ts'],
    [['a.css', 'ui', '\n.z { top: 0 }'], 'a.css:2: no component uses .z'],
    [['a.css', 'ui', '.a .z { top: 0 }'], 'a.css:1: no component uses .z'],
    [['a.css', 'ui', '.a { color: #FFF }'], 'a.css:1: a colour outside the tokens: color: #FFF'],
    [
      ['a.css', 'ui', '.a { border: 1px solid white }'],
      'a.css:1: a colour outside the tokens: border: 1px solid white',
    ],
    [
      ['a.css', 'ui', '.a { --x: rgb(0 0 0 / 5%) }'],
      'a.css:1: a colour outside the tokens: --x: rgb(0 0 0 / 5%)',
    ],
  ])('finds what is wrong in %j', (sheet, problem) =>
    expect(problems(sheet)).toEqual([expect.stringContaining(problem)]),
  );

  it('finds a class that two of a layer define, also in a media query and with a state', () => {
    const expected = ['b.css:1: .a is defined in a.css too'];
    for (const text of ['.a { top: 1px }', '.a:hover { top: 1px }', '@media print { .a { top: 1px } }'])
      expect(problems(['a.css', 'ui', '.a { top: 0 }'], ['b.css', 'ui', text])).toEqual(expected);
  });
});
