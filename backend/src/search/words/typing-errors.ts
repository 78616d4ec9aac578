/** How many typing errors a word may have: one from four letters on, two from eight. Numbers are never corrected. */
export const errorsAllowed = (word: string): number =>
  !/^\p{L}+$/u.test(word) || word.length < 4 ? 0 : word.length < 8 ? 1 : 2;

/** Typing errors between two words: letters that are wrong, missing, too many, or swapped with the next one. */
export function typingErrors(one: string, other: string): number {
  const [a, b] = [Array.from(one), Array.from(other)];
  let before: number[] = [];
  let last = b.map((_, at) => at).concat(b.length);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[b.length]!;
}

/** A word with each two neighbouring letters swapped. */
export const swapped = (word: string): string[] => {
  const letters = Array.from(word);
  return letters.slice(1).flatMap((letter, at) => {
    const before = letters[at]!;
    return letter === before
      ? []
      : [[...letters.slice(0, at), letter, before, ...letters.slice(at + 2)].join('')];
  });
};
