/** The first letters of a name's first two words. By code points: half of an emoji would be another text in the browser than on the server. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => Array.from(word).at(0)?.toUpperCase())
    .join('');
