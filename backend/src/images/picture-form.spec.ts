import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it, jest } from '@jest/globals';
import { Busboy } from '@fastify/busboy';
import { DomainError } from '../common/errors.js';
import { FORM_LIMIT, readPicture } from './picture-form.js';

const MAX_BYTES = 100_000;
const KB = 1024;

const part = (head: string, content = 'b') => `--x\r\nContent-Disposition: ${head}\r\n\r\n${content}\r\n`;
const field = (name: string, content?: string) => part(`form-data; name="${name}"`, content);
const file = (content?: string, name = 'image') =>
  part(`form-data; name="${name}"; filename="a.png"`, content);
const END = '--x--\r\n';
const tinyParts = (bytes: number) => field('a').repeat(bytes / field('a').length);

/** A request whose body comes in reads of so many bytes. */
function requestOf(body: string, read = 64 * KB): IncomingMessage {
  const content = Buffer.from(body);
  const reads = Array.from({ length: Math.ceil(content.length / read) }, (_, n) =>
    content.subarray(n * read, (n + 1) * read),
  );
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  return Object.assign(Readable.from(reads, { objectMode: false }), {
    headers,
  }) as unknown as IncomingMessage;
}

const read = (request: IncomingMessage) => readPicture(request, Buffer.alloc(MAX_BYTES));

async function refusalOf(request: IncomingMessage): Promise<unknown> {
  const error: unknown = await read(request).catch((refusal: unknown) => refusal);
  expect(error).toBeInstanceOf(DomainError);
  const { status, message } = error as DomainError;
  return [status, message];
}

describe('readPicture', () => {
  const content = `\r\n--\r\n--y-${'picture'.repeat(10_000)}\r\n\r`;

  it.each([7, 1_000, 64 * KB])('takes the picture whole from reads of %d bytes', async (size) => {
    for (const body of [file(content) + END, `${field('a') + file(content) + field('b') + END}epilogue`])
      expect((await read(requestOf(body, size))).toString()).toBe(content);
  });

  it.each([
    ['nothing', '', 'Photo is Required'],
    ['no part', END, 'Photo is Required'],
    ['an empty picture', file('') + END, 'Photo is Required'],
    ['a picture as text', field('image') + END, 'Photo is Required'],
    ['a file of another name', file('b'.repeat(90_000), 'photo') + END, 'Photo is Required'],
    // the parser is handed no more of a part that nobody takes than it gets rid of
    ['a large part of no kind', part('attachment', 'b'.repeat(40_000)) + END, 'Photo is Required'],
    ['two pictures', file() + file() + END, 'Send one picture at a time'],
    ['many fields', field('a').repeat(9) + file() + END, 'Send the picture alone, without other fields'],
    ['many parts', file() + field('a').repeat(9) + END, 'Send the picture alone, without other fields'],
    ['a picture without an end', file(), 'The upload is incomplete'],
    ['a head without an end', '--x\r\nContent-Disp', 'The upload is incomplete'],
    ['no form', 'picture', 'The upload is incomplete'],
  ])('refuses %s with 400', async (_what, body, why) => {
    for (const size of [1_000, 64 * KB]) expect(await refusalOf(requestOf(body, size))).toEqual([400, why]);
  });

  it.each([
    ['a picture', file('b'.repeat(MAX_BYTES + 1)) + END],
    ['a form', file() + field('a', 'b'.repeat(MAX_BYTES + FORM_LIMIT)) + END],
  ])('refuses %s that is too large with 413', async (_what, body) => {
    expect(await refusalOf(requestOf(body))).toEqual([413, 'At most 0 MB.']);
  });

  it('refuses a body that breaks off, also before it is read', async () => {
    const late = requestOf(file());
    const reading = refusalOf(late);
    late.destroy();
    const early = requestOf(file());
    early.destroy();
    for (const refusal of [await reading, await refusalOf(early)])
      expect(refusal).toEqual([400, 'The upload is incomplete']);
  });

  it('parses no more of a form than shows that it is refused', async () => {
    const write = jest.spyOn(Busboy.prototype, 'write');
    try {
      await refusalOf(requestOf(tinyParts(64 * KB)));
      const parsed = write.mock.calls.reduce((sum, [piece]) => sum + (piece as Buffer).length, 0);
      expect(parsed).toBeGreaterThan(0);
      expect(parsed).toBeLessThan(8 * KB);
    } finally {
      write.mockRestore();
    }
  });
});
