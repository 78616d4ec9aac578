import type { Review } from '../../../api/types';
import type { JsonLd } from '../../../lib/json-ld';
import { shop, type Absolute } from '../../../features/products/structured-data';

/** Reviews of the shop, as many as the page shows. */
export const shopReviewsData = (absolute: Absolute, reviews: readonly Review[]): JsonLd => ({
  ...shop(absolute),
  review: reviews.map(({ name, comments, ratings, createdAt }) => ({
    '@type': 'Review',
    author: { '@type': 'Person', name },
    datePublished: createdAt,
    reviewBody: comments,
    reviewRating: { '@type': 'Rating', ratingValue: ratings, bestRating: 5, worstRating: 1 },
  })),
});
