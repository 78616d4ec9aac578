import { Injectable } from '@nestjs/common';
import { toDollars } from '../common/money.js';
import type { Kind } from '../kinds/kind.js';
import type { KindBook } from '../kinds/kind-book.js';
import { Kinds } from '../kinds/kinds.service.js';
import type { Product } from '../products/product.schema.js';
import type { SuggestedKindDto, SuggestedPartDto, SuggestionsDto } from './search.dto.js';
import { numberBeginning } from './search-document.js';
import { SearchIndex } from './search-index.service.js';
import { SearchService } from './search.service.js';
import { planOf } from './words/query-plan.js';
import { compactOf, indexedWords, wordsOf } from './words/words.js';

const MOST_PARTS = 6;
const MOST_KINDS = 3;
/** A number is shown from so many characters on, of parts that are found anyway. */
const LEAST_SHOWN = 2;

/** What somebody may mean who is still typing. */
@Injectable()
export class Suggestions {
  constructor(
    private readonly search: SearchService,
    private readonly index: SearchIndex,
    private readonly kinds: Kinds,
  ) {}

  /** @throws Busy */
  async of(q: string): Promise<SuggestionsDto> {
    if (wordsOf(q).length === 0) return { parts: [], kinds: [] };
    const book = await this.kinds.current();
    const found = await this.search.withEngine({ q }, false, async (asked) => {
      const { rows, total, exactId } = await asked.engine.find(
        asked.query,
        { by: 'relevance' },
        { skip: 0, size: MOST_PARTS },
      );
      const { corrected } = asked;
      return { total, exactId, corrected, parts: await this.search.read(asked, rows) };
    });
    const toDto = (product: Product) => toPart(book, product, compactOf(q));
    const typedQuery = { q, pageSize: MOST_PARTS };
    const typed = found?.corrected ?? q;
    return {
      ...(found?.exactId !== undefined && { exactId: found.exactId }),
      parts: found ? found.parts.map(toDto) : (await this.search.page(typedQuery, false, toDto)).items,
      kinds: await this.kindsOf(book, typed),
      ...(found?.corrected !== undefined && { corrected: found.corrected }),
    };
  }

  /** The kinds on sale of which a name or a synonym has all words. */
  private async kindsOf(book: KindBook, typed: string): Promise<SuggestedKindDto[]> {
    const plan = planOf(typed, this.index.groups(book));
    const matches = (kind: Kind): boolean =>
      namesOf(kind).some((words) =>
        plan.words.every(({ anyOf }) =>
          anyOf.some((terms) =>
            terms.every(({ text, isPrefix }) =>
              words.some((word) => (isPrefix ? word.startsWith(text) : word === text)),
            ),
          ),
        ),
      );
    const matching = book.all.filter(matches);
    if (matching.length === 0) return [];
    const onSale = new Set(await this.search.kindsOnSale());
    return matching
      .filter(({ slug }) => onSale.has(slug))
      .slice(0, MOST_KINDS)
      .map(({ slug, plural }) => ({ slug, label: plural }));
  }
}

const namesOf = ({ label, plural, aliases }: Kind): string[][] =>
  [label, plural, ...aliases].map((name) => indexedWords(name));

function toPart(book: KindBook, product: Product, typed: string): SuggestedPartDto {
  const kind = book.get(product.kind);
  const number = typed.length < LEAST_SHOWN ? undefined : numberBeginning(product, typed);
  return {
    _id: String(product._id),
    name: product.name,
    img: product.img,
    price: toDollars(product.priceCents),
    ...(kind && { kindLabel: kind.label }),
    ...(number !== undefined && { number }),
  };
}
