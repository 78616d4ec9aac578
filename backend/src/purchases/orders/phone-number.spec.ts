import { describe, expect, it } from 'vitest';
import { matchedPhone, parsePhone, phoneFields } from './phone-number.js';

/** As the database finds: by a token, then by the word. */
function finds(typed: string, stored: string): boolean {
  const wanted = parsePhone(typed);
  const { words, tokens } = phoneFields(stored);
  if (!wanted?.tokens.some((token) => tokens.includes(token))) return false;
  return words.some(
    (word) => wanted.begins.some((each) => word.startsWith(each)) || wanted.equals.includes(word),
  );
}

describe('a telephone number', () => {
  it.each([
    ['as it is stored', '+1 (555) 010-0199', '+1 (555) 010-0199'],
    ['as digits', '15550100199', '+1 (555) 010-0199'],
    ['with other signs', '1.555.010.0199', '+1 (555) 010-0199'],
    ['with another dash and a fixed space', '555\u2011010\u00a00199', '+1 (555) 010-0199'],
    ['in full-width digits', '５５５０１００１９９', '+1 (555) 010-0199'],
    ['without the country code', '(555) 010 0199', '+1 (555) 010-0199'],
    ['with 00 for the plus', '001 555 0100199', '+1 (555) 010-0199'],
    ['its last seven digits', '010-0199', '+1 (555) 010-0199'],
    ['its last six', '100199', '+1 (555) 010-0199'],
    ['its last five', '00199', '+1 (555) 010-0199'],
    ['with a country code that is not stored', '+1 555 010 0199', '5550100199'],
    ['with what is dialled abroad', '011 1 555 010 0199', '5550100199'],
    ['with a code before a short one', '+1 5550100', '5550100'],
    ['with a 0 before it', '0 5550100199', '5550100199'],
    ['without the stored 0', '30 1234567', '030 1234567'],
    ['with the country code in place of the stored 0', '+49 30 1234567', '030 1234567'],
    ['with 0 in place of the stored country code', '030 1234567', '+49 30 1234567'],
    ['without the stored (0)', '+49 30 1234567', '+49 (0)30 1234567'],
    ['with a (0)', '+49 (0) 30 1234567', '030/1234567'],
    ['of five digits, as a whole', '12345', '12345'],
    ['as such', 'Tel. 030 9151621', '030 9151621'],
    ['as a link', 'tel:+49309151621', '030 9151621'],
    ['as such without a sign', 'phone (555) 010-7788', '555 010 7788'],
    ['with an extension', '555 010 7788 ext 4', '555 010 7788'],
    ['with a short extension', '555 010 7788x412', '555 010 7788'],
  ])('is found %s', (_, typed, stored) => expect(finds(typed, stored)).toBe(true));

  it.each([
    ['four digits', '0199', '+1 (555) 010-0199'],
    ['its beginning', '1555010', '+1 (555) 010-0199'],
    ['its middle', '55501', '+1 (555) 010-0199'],
    ['another end', '00198', '+1 (555) 010-0199'],
    ['another number with the same last seven digits', '+1 556 010 0199', '+1 (555) 010-0199'],
    ['more before it than is ever dialled', '123455550100199', '5550100199'],
    ['letters', '5550100199a', '5550100199'],
    ['another word before it', 'QX 5550100199', '5550100199'],
    ['a code that begins with that word', 'TEL-X5550100199', '5550100199'],
    ['nothing', '', '5550100199'],
    ['zeros', '00000000', '5550100199'],
    ['a removed one', '5550100', ''],
    ['one too short to be told apart', '123', '123'],
  ])('is not found by %s', (_, typed, stored) => expect(finds(typed, stored)).toBe(false));

  it('costs an order two tokens', () => {
    expect(phoneFields('+1 (555) 010-0199')).toEqual({
      words: ['#99100105551'],
      tokens: ['#9910010', '#99100'],
    });
    expect(phoneFields('123')).toEqual({ words: [], tokens: [] });
  });

  it.each([
    ['00199', '+1 (555) 010-0199', '+1 (555) 01<0-0199>'],
    ['555 010 0199', '+1 (555) 010-0199', '+1 (<555) 010-0199>'],
    ['001 555 0100199', '5550100199', '<5550100199>'],
    ['+49 30 1234567', '+49 (0)30 1234567', '+<49 (0)30 1234567>'],
    ['+49 30 1234567', '030 1234567', '0<30 1234567>'],
    ['55555', '5550100199', '5550100199'],
  ])('is marked where it was typed: %s in %s', (typed, stored, marked) => {
    const [range] = matchedPhone(stored, parsePhone(typed)!);
    const shown = range
      ? `${stored.slice(0, range.from)}<${stored.slice(range.from, range.to)}>${stored.slice(range.to)}`
      : stored;
    expect(shown).toBe(marked);
  });
});
