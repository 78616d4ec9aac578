import type { Config } from '../config.js';
import type { Leases } from '../jobs/leases.js';
import { EmbeddedEngine } from './embedded/embedded-engine.js';
import { type EngineListener, OpenSearchEngine } from './opensearch/opensearch-engine.js';
import { aliasOf } from './opensearch/product-indices.js';
import type { CatalogueSource, SearchEngine } from './search-engine.js';

/** The engine that the settings name. @param database whose products they are */
export function createEngine(
  { openSearchUrl: url, embeddedMax }: Config['search'],
  source: CatalogueSource,
  leases: Leases,
  database: string,
  listener: EngineListener,
): SearchEngine {
  if (url === '') return new EmbeddedEngine(source, embeddedMax);
  return new OpenSearchEngine(source, leases, { url, alias: aliasOf(database) }, listener);
}
