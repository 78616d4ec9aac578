import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { FastifyReply } from 'fastify';
import { type ClientSession, type Model, trusted } from 'mongoose';
import type { Caller, GuardedRequest } from '../common/access.js';
import { Conflict, DomainError, RETRY_SECONDS, StaleVersion } from '../common/errors.js';
import { type Attempt, IdempotentRequests } from '../idempotency/idempotent.js';
import { namesTag } from '../common/versions.js';
import { ConcurrencyLimit } from '../common/concurrency-limit.js';
import { ImageReferences } from '../images/image-references.js';
import { ImportBodies } from './import-bodies.js';
import { type ImportFile, readImport } from './import-file.js';
import { changedFields, created, type Plan, planImport } from './import-plan.js';
import { counted, ManagedProducts, sameVersion } from './managed-products.service.js';
import { auditedChange, updateOf } from './product-changes.js';
import { type ImportResultDto, MAX_LISTED } from './product-import.dto.js';
import { Product } from './product.schema.js';

const BATCH = 1_000;
const MAX_IMPORTS = 2;
const IMPORT_WAIT_MS = 10_000;
/** How long an import is planned again when products change while it is written: as long as a transaction is tried. */
const RETRY_MS = 15_000;

/** 409: products of the file change faster than it can be imported. */
class CatalogueChanged extends Conflict {
  constructor() {
    super(
      'catalogue-changed',
      'Products of the file were changed meanwhile, so nothing was imported; try again.',
      {},
      RETRY_SECONDS,
    );
  }
}

/** 422: an import with errors changes nothing. */
class InvalidImport extends DomainError {
  constructor({ errors, errorCount }: ImportResultDto) {
    const named = errors
      .slice(0, 100)
      .map(({ line, column, message }): [string, string] => [
        column ? `${line}.${column}` : String(line),
        message,
      ]);
    const detail = `The file has ${errorCount} errors; nothing was imported.`;
    super(422, 'invalid-import', 'Invalid import', detail, { errors: Object.fromEntries(named) });
  }
}

/** Reads files of products, says what they change, and applies them as a whole or not at all. */
@Injectable()
export class ProductImport {
  private readonly bodies = new ImportBodies();
  private readonly imports = new ConcurrencyLimit(MAX_IMPORTS, IMPORT_WAIT_MS, 'Too many uploads at once');

  constructor(
    @InjectModel(Product.name) private readonly products: Model<Product>,
    private readonly managed: ManagedProducts,
    private readonly images: ImageReferences,
    private readonly idempotent: IdempotentRequests,
  ) {}

  /**
   * Imports the CSV file that is a request's body: all of its rows in one transaction. The `ETag` of a dry run names what it
   * showed; as `If-Match` it makes the import conditional on it.
   *
   * @throws InvalidImport, StaleVersion, CatalogueChanged, what `ImportBodies` throws, 503 while other imports run
   */
  run(request: GuardedRequest, reply: FastifyReply, dryRun: boolean, by: Caller): Promise<ImportResultDto> {
    return this.bodies.use(request, (content) =>
      this.imports.run(async () => {
        const hash = createHash('sha256').update(content).digest('hex');
        const ifMatch = request.headers['if-match'];
        if (dryRun) {
          const file = await readImport(content);
          const plan = await this.plan(file);
          void reply.header('ETag', tagOf(hash, plan));
          return resultOf(file, plan, true);
        }
        return this.idempotent.run(request, reply, { hash, ifMatch }, async (attempt) =>
          this.apply(await readImport(content), { request, hash }, attempt, by),
        );
      }),
    );
  }

  /** Plans before the transaction, which is short so, and again when what it read has changed. */
  private async apply(
    file: ImportFile,
    { request, hash }: { request: GuardedRequest; hash: string },
    attempt: Attempt,
    by: Caller,
  ): Promise<ImportResultDto> {
    const ifMatch = request.headers['if-match'];
    for (const deadline = Date.now() + RETRY_MS; ;) {
      const plan = await this.plan(file);
      if (ifMatch !== undefined && !namesTag(ifMatch, tagOf(hash, plan))) throw new StaleVersion('catalogue');
      const result = resultOf(file, plan, false);
      if (result.errorCount > 0) throw new InvalidImport(result);
      try {
        await this.managed.write('content', async (session) => {
          await this.write(plan, session, by);
          await attempt.store(result, session);
          // the file may have been sent for as long as its sender lost their access
          await request.checkAccess();
        });
        return result;
      } catch (error) {
        if (!(error instanceof CatalogueChanged) || Date.now() > deadline) throw error;
      }
    }
  }

  private async plan(file: ImportFile): Promise<Plan> {
    const plan = await planImport(file.rows, await this.matching(file));
    const images = imagesOf(plan);
    const missing = await this.images.missing(images.map(({ img }) => img));
    for (const { line, img } of images)
      if (missing.has(img)) plan.errors.push({ line, column: 'img', message: 'There is no such image.' });
    return plan;
  }

  /** The products that the rows name, by `id` or `sku`, that were not deleted. */
  private async matching({ rows }: ImportFile): Promise<Product[]> {
    const found = new Map<string, Product>();
    for (let from = 0; from < rows.length; from += BATCH) {
      const batch = rows.slice(from, from + BATCH).map(({ values }) => values);
      for (const [field, values] of [
        ['_id', batch.flatMap(({ id }) => id ?? [])],
        ['sku', batch.flatMap(({ sku }) => sku ?? [])],
      ] as const) {
        if (values.length === 0) continue;
        const products = await this.products.find({ [field]: trusted({ $in: values }) }).lean<Product[]>();
        for (const product of products)
          if (product.archived || !product.removedAt) found.set(String(product._id), product);
      }
    }
    return [...found.values()];
  }

  /** Writes a plan in a few commands. @throws CatalogueChanged when something is not as it was planned */
  private async write(plan: Plan, session: ClientSession, by: Caller): Promise<void> {
    const { creates, updates } = plan;
    const images = imagesOf(plan).map(({ img }) => img);
    if ((await this.images.mark(images, session)).size > 0) throw new CatalogueChanged();
    for (let from = 0; from < updates.length; from += BATCH) {
      const batch = updates.slice(from, from + BATCH);
      const { matchedCount } = await this.products.bulkWrite(
        batch.map((update) => ({
          updateOne: { filter: asPlanned(update), update: counted(updateOf(update.before, update.after)) },
        })),
        { session },
      );
      if (matchedCount !== batch.length) throw new CatalogueChanged();
      await this.managed.record(
        session,
        by,
        ...batch.map(({ before, after, units, isEdited }) =>
          auditedChange(
            isEdited ? 'product.updated' : 'product.restocked',
            before,
            after,
            units === 0 ? {} : { units, reason: 'Import' },
          ),
        ),
      );
    }
    const products = creates.map(({ product }) => created(product));
    for (let from = 0; from < products.length; from += BATCH) {
      const batch = products.slice(from, from + BATCH);
      await this.products.insertMany(batch, { session });
      const changes = batch.map((product) => auditedChange('product.created', undefined, product));
      await this.managed.record(session, by, ...changes);
    }
  }
}

/** The images that products are going to have. */
const imagesOf = ({ creates, updates }: Plan): { line: number; img: string }[] => [
  ...creates.map(({ line, product: { img } }) => ({ line, img })),
  ...updates.flatMap(({ line, before, after }) => (before.img === after.img ? [] : { line, img: after.img })),
];

/** The filter of a product that is still what an update was planned for: in its stock where the update depends on it. */
function asPlanned({ before, after, units }: Plan['updates'][number]) {
  const { removedAt, availableQ } = before;
  const dependsOnStock =
    units !== 0 || after.minimumOQ !== before.minimumOQ || after.lowStockAt !== before.lowStockAt;
  return { ...sameVersion(before), removedAt, ...(dependsOnStock && { availableQ }) };
}

/** Names what a file changes in the products as they are. Their stock is left out: orders change it all the time. */
function tagOf(hash: string, { updates, creates, errors }: Plan): string {
  const named = createHash('sha256').update(hash);
  for (const { before } of updates) named.update(`${String(before._id)} ${before.version} `);
  named.update(`${creates.length} ${errors.length}`);
  return `"${named.digest('hex').slice(0, 32)}"`;
}

function resultOf(file: ImportFile, plan: Plan, dryRun: boolean): ImportResultDto {
  const errors = [...file.errors, ...plan.errors].toSorted((a, b) => a.line - b.line);
  const changed = [
    ...plan.updates.map(({ line, before, after }) => ({ line, before, after })),
    ...plan.creates.map(({ line, product }) => ({ line, before: undefined, after: created(product) })),
  ].toSorted((a, b) => a.line - b.line);
  const changes = changed.slice(0, MAX_LISTED).map(({ line, before, after }) => ({
    line,
    label: (before ?? after).name,
    action: before ? ('update' as const) : ('create' as const),
    fields: changedFields(before, after),
  }));
  return {
    dryRun,
    rows: file.count,
    created: plan.creates.length,
    updated: plan.updates.length,
    unchanged: plan.unchanged,
    ignoredColumns: file.ignoredColumns,
    changes,
    errors: errors.slice(0, MAX_LISTED),
    errorCount: errors.length,
  };
}
