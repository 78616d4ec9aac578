import { expect, test } from 'vitest';
import { OrderedOutput, runStages } from './stages.mjs';

/** A stage that goes on when it is told to. */
function controlled(title) {
  let finish;
  let fail;
  let print;
  const end = new Promise((done, refuse) => ([finish, fail] = [done, refuse]));
  const work = (printer) => {
    print = printer;
    return end;
  };
  return {
    title,
    work,
    say: (text) => print(text),
    finish: (counts) => finish(counts),
    fail: (error) => fail(error),
  };
}

test('stages that run at once are printed one after another, and counted together', async () => {
  let printed = '';
  const [first, second, third] = ['one', 'two', 'three'].map(controlled);
  const all = runStages([first, second, third], new OrderedOutput((text) => (printed += text)));
  second.say('b1\n');
  first.say('a1\n');
  third.say('c1\n');
  expect(printed).toBe('\n── one\na1\n');
  second.finish({ passed: 2, failed: 0 });
  first.say('a2\n');
  expect(printed).toBe('\n── one\na1\na2\n');
  first.finish({ passed: 3, failed: 1 });
  third.fail(new Error('no browser'));
  expect(await all).toEqual({ passed: 5, failed: 2 });
  expect(printed.replace(/\d+ s/g, 'T')).toBe(
    [
      '\n── one\na1\na2\n   one: 3 passed, 1 failed, T\n',
      '\n── two\nb1\n   two: 2 passed, 0 failed, T\n',
      '\n── three\nc1\nno browser\n   three: 0 passed, 1 failed, T\n',
    ].join(''),
  );
});
