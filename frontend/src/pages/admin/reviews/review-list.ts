import type { ManagedReview, SearchManagedReviewsApiArg } from '../../../api/types';
import { defineList } from '../../../lists/define-list';
import { reviewColumns } from './columns';

export const reviewList = defineList<ManagedReview, SearchManagedReviewsApiArg>({
  name: 'reviews',
  caption: 'All reviews',
  noun: 'reviews',
  columns: reviewColumns,
  search: { label: 'Search reviews', placeholder: 'Words of the text, name or email' },
  filters: [
    {
      kind: 'select',
      name: 'ratings',
      label: 'Stars',
      options: ['5', '4', '3', '2', '1'].map((stars) => [stars, `${stars} of 5`] as const),
    },
    {
      kind: 'select',
      name: 'hidden',
      label: 'State',
      options: [
        ['false', 'Shown'],
        ['true', 'Hidden'],
      ],
    },
  ],
  sorts: ['newest', 'oldest'],
  exportPath: '/reviews/export',
});
