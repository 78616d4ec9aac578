import { isUnit, MEASURE, measureWord } from './measures.js';
import { folded, MAX_WORD, partsOf, wordsOf } from './words.js';

/** What was typed without a space in it, or as a number and its unit. */
export interface Chunk {
  typed: string;
  /** The word of a number with its unit, or of several of them. */
  measure?: string;
  words: string[];
  parts: string[];
  /** What signs divide; numbers with a decimal point are whole: `pcie4.0` and `ssd` of `pcie4.0/ssd`. */
  pieces: string[];
}

const MEASURE_ONLY = new RegExp(`^${MEASURE.source}$`, 'u');

const isAmount = (text: string): boolean => /^\d[\d.,]*$/.test(text);

export const isNumber = (text: string): boolean => /^\p{N}+$/u.test(text);

/** The word of a text that is a number with its unit, and nothing else. */
export function measureOf(text: string): string | undefined {
  const [, number, unit] = MEASURE_ONLY.exec(text) ?? [];
  return number === undefined || unit === undefined ? undefined : measureWord(number, unit);
}

/** `2 x 16 gb`, as folding leaves it. */
const isSeveral = ([count = '', by, number = '', unit = '']: readonly string[]): boolean =>
  by === 'x' && isNumber(count) && isAmount(number) && isUnit(unit);

const chunkOf = (typed: string): Chunk => {
  const words = wordsOf(typed).map((word) => word.slice(0, MAX_WORD));
  const measure = measureOf(typed);
  return {
    typed,
    words,
    parts: words.flatMap(partsOf),
    pieces: typed.split(/[^\p{L}\p{N}.,]+|(?<!\p{N})[.,]+|[.,]+(?!\p{N})/u).filter(Boolean),
    ...(measure !== undefined && { measure }),
  };
};

/** What was typed, at its spaces; a number and a unit after it are one, and so are several of them. */
export function chunksOf(text: string): Chunk[] {
  const texts = folded(text)
    .split(/\s+/)
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
  const chunks: Chunk[] = [];
  for (let at = 0; at < texts.length;) {
    const several = texts.slice(at, at + 4);
    const [typed, next] = several;
    if (isSeveral(several)) {
      const word = wordsOf(several.join('')).join('').slice(0, MAX_WORD);
      chunks.push({ ...chunkOf(word), typed: several.join(' '), measure: word });
      at += several.length;
    } else if (next !== undefined && isUnit(next) && isAmount(typed!)) {
      chunks.push(chunkOf(`${typed!} ${next}`));
      at += 2;
    } else {
      chunks.push(chunkOf(typed!));
      at += 1;
    }
  }
  return chunks;
}
