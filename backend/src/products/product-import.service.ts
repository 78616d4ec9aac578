import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { FastifyReply } from 'fastify';
import { type ClientSession, type Model, trusted } from 'mongoose';
import type { Caller, GuardedRequest } from '../common/access.js';
import { Conflict, DomainError, InvalidInput, RETRY_SECONDS, StaleVersion } from '../common/errors.js';
import { type Attempt, IdempotentRequests } from '../idempotency/idempotent.js';
import { namesTag } from '../common/versions.js';
import { ConcurrencyLimit } from '../common/concurrency-limit.js';
import { ImageReferences } from '../images/image-references.js';
import { Kinds } from '../kinds/kinds.service.js';
import { ImportBodies } from './import-bodies.js';
import { type ImportFile, readImport } from './import-file.js';
import { created, type Plan, type PlanContext, planImport } from './import-plan.js';
import { imagesOf, resultOf, withoutInvalid } from './import-result.js';
import { counted, ManagedProducts, sameVersion } from './managed-products.service.js';
import { auditedChange, updateOf } from './product-changes.js';
import type { ImportQuery, ImportResultDto } from './product-import.dto.js';
import { type RejectedRow, rejectedRows } from './rejected-rows.js';
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
    const detail = `The file has ${errorCount} error${errorCount === 1 ? '' : 's'}; nothing was imported.`;
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
    private readonly kinds: Kinds,
  ) {}

  /**
   * Imports the CSV file that is a request's body: all of its rows in one transaction. The `ETag` of a dry run names what it
   * showed; as `If-Match` it makes the import conditional on it.
   *
   * @throws InvalidImport, StaleVersion, CatalogueChanged, what `ImportBodies` throws, 503 while other imports run
   */
  run(
    request: GuardedRequest,
    reply: FastifyReply,
    { dryRun = false, ...options }: ImportQuery,
    by: Caller,
  ): Promise<ImportResultDto> {
    return this.bodies.use(request, (content) =>
      this.imports.run(async () => {
        const hash = createHash('sha256').update(content).digest('hex');
        const ifMatch = request.headers['if-match'];
        if (dryRun) {
          const { file, plan } = await this.read(content, options);
          void reply.header('ETag', tagOf(hash, plan));
          return resultOf(file, plan, true);
        }
        return this.idempotent.run(request, reply, { hash, ifMatch, ...options }, (attempt) =>
          this.apply(content, { request, hash, options }, attempt, by),
        );
      }),
    );
  }

  /**
   * The rows of a file that an import would refuse, as they are, with what is wrong with each, for the file's next version.
   *
   * @throws what `ImportBodies` throws, 503 while other imports run
   */
  rejected(request: GuardedRequest, options: Pick<ImportQuery, 'kind'>): Promise<RejectedRow[]> {
    return this.bodies.use(request, (content) =>
      this.imports.run(async () => {
        const { file, plan } = await this.read(content, options);
        return rejectedRows(content, [...file.errors, ...plan.errors]);
      }),
    );
  }

  private async read(
    content: Buffer,
    options: Pick<ImportQuery, 'kind'>,
  ): Promise<{ file: ImportFile; plan: Plan }> {
    const book = await this.kinds.read(null);
    const kind = options.kind === undefined ? undefined : book.find(options.kind)?.slug;
    if (options.kind !== undefined && kind === undefined)
      throw new InvalidInput({ kind: book.unknown(options.kind) });
    const file = await readImport(content, book);
    return { file, plan: await this.plan(file, { book, kind }) };
  }

  /** Plans before the transaction, which is short so, and again when what it read has changed. */
  private async apply(
    content: Buffer,
    { request, hash, options }: { request: GuardedRequest; hash: string; options: ImportQuery },
    attempt: Attempt,
    by: Caller,
  ): Promise<ImportResultDto> {
    const ifMatch = request.headers['if-match'];
    for (const deadline = Date.now() + RETRY_MS; ;) {
      const { file, plan } = await this.read(content, options);
      if (ifMatch !== undefined && !namesTag(ifMatch, tagOf(hash, plan))) throw new StaleVersion('catalogue');
      const result = resultOf(file, plan, false);
      if (result.errorCount > 0 && !(options.skipInvalid && result.canSkipInvalid))
        throw new InvalidImport(result);
      try {
        await this.managed.write('content', async (session) => {
          await this.write(withoutInvalid(plan), session, by);
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

  private async plan(file: ImportFile, context: PlanContext): Promise<Plan> {
    const plan = await planImport(file.rows, await this.matching(file), context);
    const images = imagesOf(plan);
    const missing = await this.images.missing(images.map(({ img }) => img));
    for (const { line, img } of images)
      if (missing.has(img)) plan.errors.push({ line, column: 'img', message: 'There is no such image.' });
    return plan;
  }

  /** The products that the rows name, by `id`, `externalId` or `sku`, that were not deleted. */
  private async matching({ rows }: ImportFile): Promise<Product[]> {
    const found = new Map<string, Product>();
    for (let from = 0; from < rows.length; from += BATCH) {
      const batch = rows.slice(from, from + BATCH).map(({ values }) => values);
      for (const [field, values] of [
        ['_id', batch.flatMap(({ id }) => id ?? [])],
        ['sku', batch.flatMap(({ sku }) => sku ?? [])],
        ['externalId', batch.flatMap(({ externalId }) => externalId ?? [])],
      ] as const) {
        if (values.length === 0) continue;
        const products = await this.products.find({ [field]: trusted({ $in: values }) }).lean<Product[]>();
        for (const product of products)
          if (product.archived || !product.removedAt) found.set(String(product._id), product);
      }
    }
    return [...found.values()];
  }

  /** Takes part in the changes of the kinds by which specifications were read. @throws CatalogueChanged when they are others now */
  private async claimKinds({ creates, updates, book }: Plan, session: ClientSession): Promise<void> {
    const slugs = new Set([
      ...creates.map(({ product }) => product.kind),
      ...updates.map(({ before, after }) =>
        before.kind === after.kind && before.specs === after.specs ? undefined : after.kind,
      ),
    ]);
    const known = [...slugs].filter((slug) => slug !== undefined && book.get(slug) !== undefined) as string[];
    if (known.length === 0) return;
    const now = await this.kinds.read(session);
    if (known.some((slug) => !isDeepStrictEqual(now.get(slug), book.get(slug)))) throw new CatalogueChanged();
    await this.kinds.claim(known, session);
  }

  /** Writes a plan in a few commands. @throws CatalogueChanged when something is not as it was planned */
  private async write(plan: Plan, session: ClientSession, by: Caller): Promise<void> {
    const { creates, updates } = plan;
    await this.claimKinds(plan, session);
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
