import { expect, it } from 'vitest';
import { csvRows, differences, recorder } from './recorded.js';

const A = '665f1c2ab8d4e1a2b3c4d5e6';
const B = '665f1c2ab8d4e1a2b3c4d5e7';

it('puts placeholders for what changes, the same ones for the same values', () => {
  const record = recorder();
  expect(record({ _id: A, img: `/api/images/${B}`, at: '2026-11-25T06:45:14.000Z', n: 1 })).toEqual({
    _id: '<id 1>',
    img: '/api/images/<id 2>',
    at: '<date>',
    n: 1,
  });
  expect(record([`pi_a1_secret_b2`, B])).toEqual(['<intent 1>_secret_<secret 1>', '<id 2>']);
});

it.each([
  ['an added field', { a: 1 }, { a: 1, b: 2 }, []],
  ['an added field deep down', [{ a: [{ b: 1 }] }], [{ a: [{ b: 1, c: 2 }], d: 3 }], []],
  ['a missing field', { a: { b: 1 } }, { a: {} }, ['/a/b: is missing']],
  ['another value', { a: 1 }, { a: '1' }, ['/a: 1 is now "1"']],
  ['null for an object', { a: {} }, { a: null }, ['/a: {} is now null']],
  ['a longer list', [1], [1, 2], [': 1 elements are now 2']],
  ['another order', [1, 2], [2, 1], ['/0: 1 is now 2', '/1: 2 is now 1']],
  ['an object for a list', [], {}, [': [] is now {}']],
  ['any ids that stay apart', ['<id 1>', '/x/<id 2>'], [B, `/x/${A}`], []],
  ['one id for two', ['<id 1>', '<id 2>'], [A, A], [`/1: "<id 2>" is now "${A}"`]],
  ['two ids for one', ['<id 1>', '<id 1>'], [A, B], [`/1: "<id 1>" is now "${B}"`]],
  ['no id', '<id 1>', 'none', [': "<id 1>" is now "none"']],
  ['dates', ['<date>', '<date>'], ['2026-11-25T06:45:14.000Z', '2026-11-26T06:45:14.000Z'], []],
  ['text around an id', 'a.(<id 1>)', `a.(${A})`, []],
  ['other text around an id', 'a.(<id 1>)', `ab(${A})`, [`: "a.(<id 1>)" is now "ab(${A})"`]],
])('compares %s', (_, recorded, actual, expected) => {
  expect(differences(recorded, actual)).toEqual(expected);
});

it('reads the rows of a CSV file by their headers', () => {
  expect(csvRows('order,total\r\n1,"2,5"\r\n')).toEqual([{ order: '1', total: '2,5' }]);
});
