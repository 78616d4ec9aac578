import { useEffect, useState } from 'react';
import { api } from '../../../api/api';
import type { SuggestedKindDto as SuggestedKind } from '../../../api/generated';
import { useApiDispatch } from '../../../api/runtime';

/** Shorter words are the beginning of too many names. */
const LEAST_LETTERS = 3;
/** Each is a request. */
const MOST_WORDS = 4;
const MOST_KINDS = 3;

/** The words of a search by which kinds are looked for, each once. */
export const wordsToAsk = (q: string): string[] =>
  [...new Set(q.toLowerCase().split(/\s+/))]
    .filter((word) => word.length >= LEAST_LETTERS && /\p{L}/u.test(word))
    .slice(0, MOST_WORDS);

/** The kinds of all words, each once, those of the first word first. */
export const mergedKinds = (ofWords: readonly (readonly SuggestedKind[])[]): SuggestedKind[] =>
  [...new Map(ofWords.flat().map((kind) => [kind.slug, kind])).values()].slice(0, MOST_KINDS);

/** The kinds that a word of a search that found nothing means, as the server understands it: a name, a synonym, a typing error. */
export function useSimilarKinds(q: string): readonly SuggestedKind[] {
  const dispatch = useApiDispatch();
  const [similar, setSimilar] = useState<{ q: string; kinds: readonly SuggestedKind[] }>({
    q: '',
    kinds: [],
  });
  useEffect(() => {
    let isWanted = true;
    const ask = async (word: string) => {
      const asked = dispatch(api.endpoints.suggestItems.initiate({ q: word }, { subscribe: false }));
      return (await asked).data?.kinds ?? []; // without a response there is nothing to offer
    };
    void Promise.all(wordsToAsk(q).map(ask)).then((kinds) => {
      if (isWanted) setSimilar({ q, kinds: mergedKinds(kinds) });
    });
    return () => {
      isWanted = false;
    };
  }, [dispatch, q]);
  return similar.q === q ? similar.kinds : [];
}
