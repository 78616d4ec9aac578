import type { Readable } from 'node:stream';

/** The next so many bytes of a stream, in pieces, or undefined when it ends before. The stream goes on after them. */
export async function take(stream: Readable, bytes: number): Promise<Buffer[] | undefined> {
  const pieces: Buffer[] = [];
  let missing = bytes;
  for await (const piece of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    pieces.push(piece);
    missing -= piece.length;
    if (missing <= 0) return pieces;
  }
  return undefined;
}
