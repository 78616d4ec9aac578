import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { csvStream, type CsvColumn, escapeFormula, unescapeFormula } from './csv.js';

interface Part {
  name: string;
  cents: number;
}

const COLUMNS: CsvColumn<Part>[] = [
  { header: 'name', value: ({ name }) => name },
  { header: 'price', value: ({ cents }) => cents / 100 },
];

async function* parts(...rows: Part[]): AsyncGenerator<Part> {
  await turn();
  yield* rows;
}

const textOf = async (rows: AsyncIterable<Part>): Promise<string> => {
  let text = '';
  for await (const chunk of await csvStream(COLUMNS, rows)) text += String(chunk);
  return text;
};

describe('a cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49 30 5550100', "'+49 30 5550100"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\n=1', "'\n'=1"],
    ['＝1+1', "'＝1+1"],
    ["'=1", "''=1"],
    ["''-", "'''-"],
    ["'quoted'", "'quoted'"],
    ['fan;=1+1', "fan;'=1+1"],
    ['fan\t@SUM(A1)', "fan\t'@SUM(A1)"],
    ['fan\n- quiet', "fan\n'- quiet"],
    ['fan;"=1+1"', 'fan;\'"=1+1"'],
    ["a;'=1;;-2;+3", "a;''=1;;'-2;'+3"],
    [';\t=1', ";\t'=1"],
    ['a; b\t\tc', 'a; b\t\tc'],
    ['x - y;10-20', 'x - y;10-20'],
    ['a=b', 'a=b'],
    ['', ''],
    ["'", "'"],
  ])('%j is written as %j, and read back', (text, cell) => {
    expect(escapeFormula(text)).toBe(cell);
    expect(unescapeFormula(cell)).toBe(text);
  });
});

describe('a CSV stream', () => {
  it('quotes what needs it, and leaves numbers as they are', async () => {
    const text = await textOf(
      parts({ name: 'Fan, "quiet"\nand small', cents: -50 }, { name: '=x', cents: 5 }),
    );
    expect(text).toBe('\ufeffname,price\r\n"Fan, ""quiet""\nand small",-0.5\r\n\'=x,0.05\r\n');
  });

  it('has a row of headers also where there are no rows', async () => {
    expect(await textOf(parts())).toBe('\ufeffname,price\r\n');
  });

  it('writes dates in ISO 8601, and nothing for what is not there', async () => {
    const values = [new Date(0), undefined, null, true, ''];
    const columns = values.map((value, n) => ({ header: String(n), value: () => value }));
    let text = '';
    for await (const chunk of await csvStream(columns, parts({ name: '', cents: 0 }))) text += String(chunk);
    expect(text).toBe('\ufeff0,1,2,3,4\r\n1970-01-01T00:00:00.000Z,,,true,\r\n');
  });

  it('reads 20,000 rows no faster than they are taken', async () => {
    const ROWS = 20_000;
    /** What may be read ahead: the buffers of the streams between, of 16 rows and 64 KB each. */
    const AHEAD = 500;
    let read = 0;
    let most = 0;
    async function* rows(): AsyncGenerator<Part> {
      for (; read < ROWS;) {
        read += 1;
        if (read % 100 === 0) await turn();
        yield { name: 'x'.repeat(990), cents: 100 };
      }
    }
    const stream = await csvStream(COLUMNS, rows());
    for (let n = 0; n < 2_000; n++) await turn();
    expect(read).toBeLessThan(AHEAD);
    let bytes = 0;
    for await (const chunk of stream) {
      bytes += (chunk as Buffer).length;
      most = Math.max(most, read - bytes / 1_000);
      // the source gets its chance to run ahead
      await turn();
    }
    expect(read).toBe(ROWS);
    expect(bytes).toBeGreaterThan(ROWS * 990);
    expect(most).toBeLessThan(AHEAD);
  });

  it('fails with the first row', async () => {
    const rows = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('no rows')) }) };
    await expect(csvStream(COLUMNS, rows)).rejects.toThrow('no rows');
  });

  it('ends the reading when it is destroyed', async () => {
    let isEnded = false;
    async function* rows(): AsyncGenerator<Part> {
      try {
        for (;;) {
          await turn();
          yield { name: 'x'.repeat(990), cents: 1 };
        }
      } finally {
        isEnded = true;
      }
    }
    const stream = await csvStream(COLUMNS, rows());
    stream.destroy();
    for (let n = 0; n < 100; n++) await turn();
    expect(isEnded).toBe(true);
  });
});
