import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongoose';
import { InvalidInput } from '../common/errors.js';
import type { Kind, Spec, Specs } from '../kinds/kind.js';
import type { KindBook } from '../kinds/kind-book.js';
import { Kinds } from '../kinds/kinds.service.js';
import { readSpec } from '../kinds/spec-value.js';
import { specErrors, specsSchema } from '../kinds/specs-schema.js';
import type { Edit, RequestedEdit } from './product-changes.js';
import type { Product } from './product.schema.js';

export interface ResolvedEdit<T> {
  edit: Omit<T, 'kind' | 'specs'> & Pick<Edit, 'kind' | 'specs'>;
  errors: Record<string, string>;
}

type Requested = Pick<RequestedEdit, 'kind' | 'specs'>;

/** The specifications of a part that a kind has too, in a form that it takes. */
function keptBy(book: KindBook, slug: string, specs: Specs): Record<string, unknown> {
  const kind = book.get(slug);
  if (!kind) return {};
  const known = Object.entries(specs).filter(([key]) => kind.specs.some((spec) => spec.key === key));
  const result = specsSchema(kind).safeParse(Object.fromEntries(known));
  const refused = result.success ? {} : specErrors(result.error, '');
  return Object.fromEntries(known.filter(([key]) => !(key in refused)));
}

/**
 * The kind and the specifications of an edit as they are stored, of a product as it is or a new one. An edit that names neither
 * is left as it is: what a kind asks for now is asked of parts when they are edited in it.
 */
export function resolveSpecs<T extends Requested>(
  book: KindBook,
  before: Pick<Product, 'kind' | 'specs'> | undefined,
  edit: T,
): ResolvedEdit<T> {
  const { kind: named, specs: given, ...rest } = edit;
  const unchanged = { ...rest, ...(named !== undefined && { kind: named }) };
  if (before && named === undefined && given === undefined) return { edit: unchanged, errors: {} };
  const isKept = named === undefined || named === before?.kind;
  const slug = isKept ? before?.kind : named === null ? undefined : book.find(named)?.slug;
  if (named && !isKept && slug === undefined)
    return { edit: unchanged, errors: { kind: book.unknown(named) } };
  if (slug === undefined) {
    const hasValues = Object.values(given ?? {}).some((value) => value !== null && value !== '');
    return {
      edit: { ...unchanged, ...(before && { specs: null }) },
      errors: hasValues ? { specs: 'Choose a kind: it says which specifications there are.' } : {},
    };
  }
  const kind = book.get(slug);
  // a kind that no document describes has no specifications
  if (!kind && Object.keys(given ?? {}).length === 0) return { edit: unchanged, errors: {} };
  if (!kind) return { edit: unchanged, errors: { kind: book.unknown(slug) } };
  const isSame = before?.kind === slug;
  if (isSame && given === undefined) return { edit: { ...unchanged, kind: slug }, errors: {} };
  const start = isSame ? before.specs : keptBy(book, slug, before?.specs ?? {});
  // of a part that has been of the kind before, only what is given is asked for
  const isAsked = ({ key }: Spec) => !isSame || Object.hasOwn(given ?? {}, key);
  const result = specsSchema(kind, isAsked).safeParse({ ...start, ...given });
  if (!result.success) return { edit: unchanged, errors: specErrors(result.error) };
  const specs = Object.keys(result.data).length > 0 ? result.data : null;
  return { edit: { ...unchanged, kind: slug, ...((specs ?? before) && { specs }) }, errors: {} };
}

/** @throws InvalidInput for a specification that a kind does not have, or a value that it does not take */
export function assertSpec(kind: Kind, { key, value }: { key: string; value: unknown }): void {
  const spec = kind.specs.find((each) => each.key === key);
  if (!spec) throw new InvalidInput({ key: `There is no ${key} of the kind ${kind.label}.` });
  const read = readSpec(spec, value);
  if ('error' in read) throw new InvalidInput({ value: read.error });
  if (read.value === undefined && spec.required)
    throw new InvalidInput({ value: `${spec.label} is Required` });
}

/** Reads the specifications of single products by their kinds. */
@Injectable()
export class ProductSpecs {
  constructor(private readonly kinds: Kinds) {}

  /** @param name its slug, or another of its names @throws InvalidInput */
  async kindOf(name: string): Promise<Kind> {
    const book = await this.kinds.read(null);
    const kind = book.find(name);
    if (!kind) throw new InvalidInput({ kind: book.unknown(name) });
    return kind;
  }

  /**
   * The kind and the specifications of an edit as they are stored. A write of them takes part in its kind's changes.
   *
   * @param before undefined for a new product
   * @throws InvalidInput by the fields `kind` and `specs.KEY`
   */
  async resolve<T extends Requested>(
    session: ClientSession,
    before: Pick<Product, 'kind' | 'specs'> | undefined,
    edit: T,
  ): Promise<ResolvedEdit<T>['edit']> {
    if (edit.kind === undefined && edit.specs === undefined) return edit as ResolvedEdit<T>['edit'];
    const resolved = resolveSpecs(await this.kinds.read(session), before, edit);
    if (Object.keys(resolved.errors).length > 0) throw new InvalidInput(resolved.errors);
    const slug = resolved.edit.kind ?? before?.kind;
    const isWrite = resolved.edit.specs !== undefined || resolved.edit.kind !== before?.kind;
    if (slug && isWrite) await this.kinds.claim([slug], session);
    return resolved.edit;
  }
}
