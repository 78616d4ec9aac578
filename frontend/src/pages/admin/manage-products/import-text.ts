import type { ImportResultDto } from '../../../api/generated-admin';
import { count } from '../../../lib/format';

/** What a file would change. */
export function previewText(result: ImportResultDto): string {
  const { rows, created, updated, unchanged, invalid, errorCount, ignoredColumns } = result;
  const errors = `${count(errorCount)} ${errorCount === 1 ? 'error' : 'errors'}`;
  return [
    `${count(rows)} rows: ${count(updated)} change, ${count(created)} are new, ${count(unchanged)} stay as they are, ${
      invalid > 0 && invalid !== errorCount
        ? `${errors} in ${count(invalid)} ${invalid === 1 ? 'row' : 'rows'}`
        : errors
    }.`,
    ignoredColumns.length > 0 ? `Not imported: ${ignoredColumns.join(', ')}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** What it has changed. */
export function importedText({ created, updated, unchanged, invalid }: ImportResultDto): string {
  return [
    `Imported: ${count(updated)} changed, ${count(created)} added`,
    unchanged > 0 ? `${count(unchanged)} as they were` : '',
    invalid > 0 ? `${count(invalid)} left out` : '',
  ]
    .filter(Boolean)
    .join(', ');
}
