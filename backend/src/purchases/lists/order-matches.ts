import { ApiProperty } from '@nestjs/swagger';
import { codeOf, type WantedWord } from '../../lists/search-words.js';
import { SEARCHED, type Searched, type SearchedOrder, searchedTexts } from '../orders/order-words.js';
import { matchedPhone } from '../orders/phone-number.js';
import { readTyped } from './typed-text.js';

/** A part of a text. */
export class TextRangeDto {
  /** Its first character, counted from 0 in UTF-16 code units. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 0 })
  from!: number;
  /** The character after its last one. */
  @ApiProperty({ type: 'integer', minimum: 1, example: 3 })
  to!: number;
}

/** A text of an order that a search found. */
export class OrderMatchDto {
  @ApiProperty({ enum: SEARCHED, enumName: 'OrderMatchField' })
  field!: Searched;
  @ApiProperty({ example: '+1 (555) 010-0199' })
  text!: string;
  /** What of the text was searched for, in order, none reaching into the next. */
  @ApiProperty({ type: [TextRangeDto], example: [{ from: 4, to: 17 }] })
  marks!: TextRangeDto[];
}

/** An order of many products may have many texts that match. */
const MOST = 10;

/** The letters and digits of a text as they are searched, and where each is. */
interface Letters {
  plain: string;
  at: TextRangeDto[];
  /** Where its words begin in `plain`. */
  starts: number[];
}

function lettersOf(text: string): Letters {
  const letters: Letters = { plain: '', at: [], starts: [] };
  for (const { 0: raw, index } of text.matchAll(/[\p{L}\p{N}]\p{M}*/gu)) {
    const range = { from: index, to: index + raw.length };
    if (letters.at.at(-1)?.to !== index) letters.starts.push(letters.plain.length);
    const plain = codeOf(raw);
    letters.plain += plain;
    letters.at.push(...Array.from({ length: plain.length }, () => range));
  }
  return letters;
}

/** The words, or the code of several, that begin with what is wanted; of an order number also those that end with it. */
function marksOf({ plain, at, starts }: Letters, { begins }: WantedWord, isNumber: boolean): TextRangeDto[] {
  const found = begins.flatMap((word) => [
    ...starts.filter((start) => plain.startsWith(word, start)).map((start) => ({ start, word })),
    ...(isNumber && word.length >= 4 && plain.endsWith(word)
      ? [{ start: plain.length - word.length, word }]
      : []),
  ]);
  return found.map(({ start, word }) => ({ from: at[start]!.from, to: at[start + word.length - 1]!.to }));
}

/** In order, those that touch or overlap as one. */
function merged(marks: readonly TextRangeDto[]): TextRangeDto[] {
  const result: TextRangeDto[] = [];
  for (const { from, to } of marks.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}

/** The texts of an order that have any of what is wanted. */
function matching(order: SearchedOrder, wanted: readonly WantedWord[]): OrderMatchDto[] {
  const texts = new Map(searchedTexts(order).map((each) => [`${each.field} ${each.text}`, each]));
  return [...texts.values()].flatMap(({ field, text }) => {
    const letters = lettersOf(text);
    const marks = wanted.flatMap((each) =>
      field === 'phone' ? matchedPhone(text, each) : marksOf(letters, each, field === 'number'),
    );
    return marks.length > 0 ? [{ field, text, marks: merged(marks) }] : [];
  });
}

/** Why a search found an order: the texts that have all that was typed as one, else those that have its words. */
export function matchesOf(order: SearchedOrder, typed: string): OrderMatchDto[] {
  const { whole, words } = readTyped(typed);
  const asOne = whole ? matching(order, [whole]) : [];
  return (asOne.length > 0 ? asOne : matching(order, words)).slice(0, MOST);
}
