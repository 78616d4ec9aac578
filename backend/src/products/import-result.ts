import type { ImportFile } from './import-file.js';
import { changedFields, created, type Plan } from './import-plan.js';
import { type ImportResultDto, MAX_LISTED } from './product-import.dto.js';

/** The images that products are going to have. */
export const imagesOf = ({ creates, updates }: Plan): { line: number; img: string }[] => [
  ...creates.map(({ line, product: { img } }) => ({ line, img })),
  ...updates.flatMap(({ line, before, after }) => (before.img === after.img ? [] : { line, img: after.img })),
];

/** A plan without the rows that something is wrong with: an image is looked up when a row is planned already. */
export function withoutInvalid(plan: Plan): Plan {
  const invalid = new Set(plan.errors.map(({ line }) => line));
  if (invalid.size === 0) return plan;
  const isValid = ({ line }: { line: number }) => !invalid.has(line);
  return { ...plan, creates: plan.creates.filter(isValid), updates: plan.updates.filter(isValid) };
}

/** What an import changes, or would change. */
export function resultOf(file: ImportFile, plan: Plan, dryRun: boolean): ImportResultDto {
  const errors = [...file.errors, ...plan.errors].toSorted((a, b) => a.line - b.line);
  const { creates, updates, unchanged, book } = withoutInvalid(plan);
  const changed = [
    ...updates.map(({ line, before, after }) => ({ line, before, after })),
    ...creates.map(({ line, product }) => ({ line, before: undefined, after: created(product) })),
  ].toSorted((a, b) => a.line - b.line);
  const changes = changed.slice(0, MAX_LISTED).map(({ line, before, after }) => ({
    line,
    label: (before ?? after).name,
    action: before ? ('update' as const) : ('create' as const),
    fields: changedFields(book, before, after),
  }));
  return {
    dryRun,
    rows: file.count,
    created: creates.length,
    updated: updates.length,
    unchanged,
    invalid: new Set(errors.map(({ line }) => line)).size,
    canSkipInvalid: !file.isBroken,
    ignoredColumns: file.ignoredColumns,
    changes,
    errors: errors.slice(0, MAX_LISTED),
    errorCount: errors.length,
  };
}
