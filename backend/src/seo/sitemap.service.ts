import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { NotFound } from '../common/errors.js';
import { CONFIG, type Config } from '../config.js';
import { ProductsService } from '../products/products.service.js';
import { kindPath, partPath, PUBLIC_PAGES } from './public-pages.js';
import { SITEMAP_INDEX, sitemapXml, URL_SET, urlXml } from './sitemap-xml.js';

/** The most products of one sitemap, which has at most 50,000 URLs: pages and kinds are in the first one too. */
export const MAX_PRODUCTS = 49_000;
const MAX_KINDS = 50_000 - MAX_PRODUCTS - PUBLIC_PAGES.length;
/** However often it is asked for, a sitemap is read from the database once an hour. */
const MAX_AGE_MS = 3_600_000;
/** Compressed, one of 50,000 URLs takes about half a megabyte. */
const CACHE_BYTES = 32 * 1024 * 1024;
/** Before the first product. */
const FIRST = '0'.repeat(24);

/** The sitemap of https://www.sitemaps.org/protocol.html: one document, or above 50,000 URLs an index of several. */
@Injectable()
export class SitemapService {
  /** By the product after which they begin; the index, or the only one, by ''. */
  private readonly documents = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ length }) => length,
    ttl: MAX_AGE_MS,
  });
  private readonly building = new Map<string, Promise<Buffer>>();
  /** Where each sitemap but the first begins. Products stay where they are, so only the last of these can change. */
  private starts: { at: number; after: string[] } | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly products: ProductsService,
  ) {}

  /**
   * A document of the sitemap, compressed with gzip: the first one, or one that it lists, by the product after which it begins.
   *
   * @throws NotFound for one that is not listed, and where the shop's public address is not known: URLs have to be absolute
   */
  async document(after = ''): Promise<Buffer> {
    if (!this.config.publicUrl) throw new NotFound('page or call');
    const kept = this.documents.get(after);
    if (kept) return kept;
    const building = this.building.get(after) ?? this.build(after);
    this.building.set(after, building);
    return building;
  }

  /** One at a time, whoever asks. */
  private build(after: string): Promise<Buffer> {
    const built = this.last.then(async () => {
      const starts = await this.findStarts();
      if (after !== '' && (starts.length === 0 || ![FIRST, ...starts].includes(after)))
        throw new NotFound('sitemap');
      const text = after === '' && starts.length > 0 ? this.writeIndex(starts) : this.writeUrls(after);
      const gzip = createGzip();
      const [content] = await Promise.all([buffer(gzip), pipeline(text, gzip)]);
      this.documents.set(after, content);
      return content;
    });
    this.last = built.catch(() => undefined).finally(() => this.building.delete(after));
    return built;
  }

  private async findStarts(): Promise<string[]> {
    if (!this.starts || performance.now() - this.starts.at > MAX_AGE_MS)
      this.starts = { at: performance.now(), after: await this.products.everyNth(MAX_PRODUCTS) };
    return this.starts.after;
  }

  private *writeIndex(starts: string[]): Generator<string> {
    yield SITEMAP_INDEX.begin;
    for (const start of [FIRST, ...starts])
      yield sitemapXml(`${this.config.publicUrl}/sitemap.xml?after=${start}`);
    yield SITEMAP_INDEX.end;
  }

  private async *writeUrls(after: string): AsyncGenerator<string> {
    const { publicUrl } = this.config;
    yield URL_SET.begin;
    if (after === '' || after === FIRST) {
      const { kinds } = await this.products.kinds();
      const paths = [...PUBLIC_PAGES, ...kinds.slice(0, MAX_KINDS).map(kindPath)];
      yield paths.map((path) => urlXml({ url: publicUrl + path })).join('');
    }
    for await (const products of this.products.onSaleAfter(after || FIRST, MAX_PRODUCTS))
      yield products
        .map(({ id, updatedAt }) => urlXml({ url: publicUrl + partPath(id), changedAt: updatedAt }))
        .join('');
    yield URL_SET.end;
  }
}
