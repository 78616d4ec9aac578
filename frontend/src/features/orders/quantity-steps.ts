interface Limits {
  minimumOQ: number;
  availableQ: number;
}

/**
 * The quantity some units above or below the typed one, within the limits. From what is no quantity it goes to the
 * minimum.
 */
export function stepped(typed: string, by: number, { minimumOQ, availableQ }: Limits): number {
  const units = typed.trim() === '' ? NaN : Math.trunc(Number(typed));
  if (Number.isNaN(units)) return minimumOQ;
  return Math.min(Math.max(units + by, minimumOQ), availableQ);
}
