import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { FastifyReply } from 'fastify';
import { type ClientSession, type Model, trusted } from 'mongoose';
import type { Caller, GuardedRequest } from '../common/access.js';
import { DomainError, StaleVersion } from '../common/errors.js';
import { type Attempt, IdempotentRequests } from '../idempotency/idempotent.js';
import { namesTag } from '../common/versions.js';
import { ConcurrencyLimit } from '../common/concurrency-limit.js';
import { ImageReferences } from '../images/image-references.js';
import { type ImportFile, readImport } from './import-file.js';
import { changedFields, created, type Plan, planImport } from './import-plan.js';
import { ManagedProducts, sameVersion } from './managed-products.service.js';
import { auditedChange, updateOf } from './product-changes.js';
import { type ImportResultDto, MAX_IMPORT_BYTES, MAX_LISTED } from './product-import.dto.js';
import { Product } from './product.schema.js';

const BATCH = 1_000;
const MAX_IMPORTS = 2;
const IMPORT_WAIT_MS = 10_000;

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
   * @throws InvalidImport, StaleVersion, DomainError 413 for too large a file, 503 while another import runs
   */
  run(request: GuardedRequest, reply: FastifyReply, dryRun: boolean, by: Caller): Promise<ImportResultDto> {
    return this.imports.run(async () => {
      const content = await readBody(request);
      const hash = createHash('sha256').update(content).digest('hex');
      const ifMatch = request.headers['if-match'];
      if (dryRun) {
        const file = await readImport(content);
        const plan = await this.plan(file, null);
        void reply.header('ETag', tagOf(hash, plan));
        return resultOf(file, plan, true);
      }
      return this.idempotent.run(request, reply, { hash, ifMatch }, async (attempt) =>
        this.apply(await readImport(content), { hash, ifMatch }, attempt, by),
      );
    });
  }

  private async apply(
    file: ImportFile,
    { hash, ifMatch }: { hash: string; ifMatch: string | undefined },
    attempt: Attempt,
    by: Caller,
  ): Promise<ImportResultDto> {
    return this.managed.write('content', async (session) => {
      const plan = await this.plan(file, session);
      if (ifMatch !== undefined && !namesTag(ifMatch, tagOf(hash, plan))) throw new StaleVersion('catalogue');
      const result = resultOf(file, plan, false);
      if (result.errorCount > 0) throw new InvalidImport(result);
      await this.write(plan, session, by);
      await attempt.store(result, session);
      return result;
    });
  }

  private async plan(file: ImportFile, session: ClientSession | null): Promise<Plan> {
    const plan = planImport(file.rows, await this.matching(file, session));
    await this.checkImages(plan, session);
    return plan;
  }

  /** The products that the rows name, by `id` or `sku`, that were not deleted. */
  private async matching({ rows }: ImportFile, session: ClientSession | null): Promise<Product[]> {
    const found = new Map<string, Product>();
    for (let from = 0; from < rows.length; from += BATCH) {
      const batch = rows.slice(from, from + BATCH).map(({ values }) => values);
      for (const [field, values] of [
        ['_id', batch.flatMap(({ id }) => id ?? [])],
        ['sku', batch.flatMap(({ sku }) => sku ?? [])],
      ] as const) {
        if (values.length === 0) continue;
        const products = await this.products
          .find({ [field]: trusted({ $in: values }) }, null, { session })
          .lean<Product[]>();
        for (const product of products)
          if (product.archived || !product.removedAt) found.set(String(product._id), product);
      }
    }
    return [...found.values()];
  }

  /** Marks the images that products are going to have, and lists those that are not there any more. */
  private async checkImages(plan: Plan, session: ClientSession | null): Promise<void> {
    const changed = [
      ...plan.creates.map(({ line, product: { img } }) => ({ line, img })),
      ...plan.updates.flatMap(({ line, before, after }) =>
        before.img === after.img ? [] : { line, img: after.img },
      ),
    ];
    const urls = changed.map(({ img }) => img);
    const missing = await (session ? this.images.mark(urls, session) : this.images.missing(urls));
    for (const { line, img } of changed)
      if (missing.has(img)) plan.errors.push({ line, column: 'img', message: 'There is no such image.' });
  }

  /** Writes a plan in a few commands; another transaction's change of one of the products makes all of it begin again. */
  private async write({ creates, updates }: Plan, session: ClientSession, by: Caller): Promise<void> {
    for (let from = 0; from < updates.length; from += BATCH) {
      const batch = updates.slice(from, from + BATCH);
      const { matchedCount } = await this.products.bulkWrite(
        batch.map(({ before, after }) => ({
          updateOne: {
            filter: sameVersion(before),
            update: updateOf(before, after),
          },
        })),
        { session },
      );
      if (matchedCount !== batch.length) throw new StaleVersion('catalogue');
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

/** Names what a file changes in the products as they are. Their stock is left out: orders change it all the time. */
function tagOf(hash: string, { updates, creates, errors }: Plan): string {
  const named = createHash('sha256').update(hash);
  for (const { before } of updates) named.update(`${String(before._id)} ${before.version} `);
  named.update(`${creates.length} ${errors.length}`);
  return `"${named.digest('hex').slice(0, 32)}"`;
}

function resultOf(file: ImportFile, plan: Plan, dryRun: boolean): ImportResultDto {
  const errors = [...file.errors, ...plan.errors].toSorted((a, b) => a.line - b.line);
  const changes = [
    ...plan.updates.map(({ line, before, after }) => ({
      line,
      label: before.name,
      action: 'update' as const,
      fields: changedFields(before, after),
    })),
    ...plan.creates.map(({ line, product }) => ({
      line,
      label: product.name,
      action: 'create' as const,
      fields: changedFields(undefined, created(product)),
    })),
  ];
  return {
    dryRun,
    rows: file.count,
    created: plan.creates.length,
    updated: plan.updates.length,
    unchanged: plan.unchanged,
    ignoredColumns: file.ignoredColumns,
    changes: changes.toSorted((a, b) => a.line - b.line).slice(0, MAX_LISTED),
    errors: errors.slice(0, MAX_LISTED),
    errorCount: errors.length,
  };
}

const tooLarge = () =>
  new DomainError(
    413,
    'import-too-large',
    'Too large',
    `A file has at most ${MAX_IMPORT_BYTES / 1024 / 1024} MB.`,
  );

/** @throws DomainError 415 for another kind of body, 413, 400 when it ends too early */
async function readBody({ body, headers, raw }: GuardedRequest): Promise<Buffer> {
  // an empty body is not parsed at all
  if (body == null && /^text\/csv\b/i.test(headers['content-type'] ?? '')) return Buffer.alloc(0);
  if (!(body instanceof Readable))
    throw new DomainError(415, 'not-csv', 'Unsupported media type', 'Send the file as text/csv.');
  try {
    if (Number(headers['content-length'] ?? 0) > MAX_IMPORT_BYTES) throw tooLarge();
    const chunks: Buffer[] = [];
    let size = 0;
    // a stream that is left early would be destroyed, and its connection with it
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_IMPORT_BYTES) throw tooLarge();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    // the rest of a rejected file is discarded, so that the connection can be used again
    raw.resume();
    if (error instanceof DomainError) throw error;
    throw new DomainError(400, 'incomplete-body', 'Bad request', 'The upload is incomplete.');
  }
}
