/** Things under the headings of their groups, both in the order of the things; those of no group under ''. */
export const grouped = <Item extends { group: string }>(
  items: readonly Item[],
): { label: string; items: Item[] }[] =>
  [...new Set(items.map(({ group }) => group))].map((label) => ({
    label,
    items: items.filter(({ group }) => group === label),
  }));
