import { expect, it } from 'vitest';
import type { ImportResultDto } from '../../../api/generated-admin';
import { importedText, previewText } from './import-text';

const result: ImportResultDto = {
  dryRun: true,
  rows: 1_010,
  created: 3,
  updated: 1_000,
  unchanged: 4,
  invalid: 3,
  canSkipInvalid: true,
  ignoredColumns: [],
  changes: [],
  errors: [],
  errorCount: 5,
};

it('says what a file would change', () => {
  expect(previewText(result)).toBe(
    '1,010 rows: 1,000 change, 3 are new, 4 stay as they are, 5 errors in 3 rows.',
  );
  expect(previewText({ ...result, invalid: 0, errorCount: 0, ignoredColumns: ['errors'] })).toBe(
    '1,010 rows: 1,000 change, 3 are new, 4 stay as they are, 0 errors. Not imported: errors.',
  );
});

it('says what it has changed, and what was left out', () => {
  expect(importedText(result)).toBe('Imported: 1,000 changed, 3 added, 4 as they were, 3 left out');
  expect(importedText({ ...result, unchanged: 0, invalid: 0 })).toBe('Imported: 1,000 changed, 3 added');
});
