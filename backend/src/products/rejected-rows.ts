import { type CsvColumn, unescapeFormula } from '../lists/csv.js';
import { ERRORS_COLUMN } from './import-columns.js';
import { isUnreadable, recordsOf } from './import-file.js';
import type { ImportErrorDto } from './product-import.dto.js';

/** A row that an import refuses, with its cells by the columns of the file. */
export interface RejectedRow {
  header: readonly string[];
  cells: readonly string[];
  errors: string;
}

/** The rows of a file that something is wrong with. The cells are as they were sent, so that a corrected file can be sent again. */
export async function rejectedRows(
  content: Buffer,
  errors: readonly ImportErrorDto[],
): Promise<RejectedRow[]> {
  const byLine = new Map<number, string[]>();
  for (const { line, column, message } of errors)
    byLine.set(line, [...(byLine.get(line) ?? []), column ? `${column}: ${message}` : message]);
  const rows: RejectedRow[] = [];
  let header: string[] | undefined;
  try {
    for await (const { line, cells } of recordsOf(content)) {
      header ??= cells.map((cell) => unescapeFormula(cell.trim()));
      const messages = byLine.get(line);
      if (line > 1 && messages)
        rows.push({ header, cells: cells.map(unescapeFormula), errors: messages.join(' ') });
    }
  } catch (error) {
    // from here on there are no rows; the import says why
    if (!isUnreadable(error)) throw error;
  }
  return rows;
}

/** The columns of the file of rejected rows: those that were sent, and what is wrong. */
export function rejectedColumns(rows: readonly RejectedRow[]): CsvColumn<RejectedRow>[] {
  const header = rows[0]?.header ?? [];
  const sent = header
    .map((name, index) => ({ header: name, value: ({ cells }: RejectedRow) => cells[index] }))
    .filter(({ header: name }) => name.toLowerCase() !== ERRORS_COLUMN);
  return [...sent, { header: ERRORS_COLUMN, value: ({ errors }) => errors }];
}
