import { applyDecorators } from '@nestjs/common';
import { IsNumber, Max, Min } from 'class-validator';
import { IsDollars, NumberOrText, Optional } from '../../common/fields.js';

const MOST_SEEN = 999_999_999.99;

/** A price that the customer saw, if they say which. It is compared with the true one, so any sum of money will do. */
export const SeenPrice = (example: number) =>
  applyDecorators(
    Optional(),
    NumberOrText(
      { type: 'number', minimum: -MOST_SEEN, maximum: MOST_SEEN, multipleOf: 0.01, required: false, example },
      /^-?\d{1,9}(\.\d{1,2})?$/,
    ),
    IsNumber({}, { message: 'Enter a number.' }),
    Min(-MOST_SEEN, { message: 'Enter a price in dollars.' }),
    Max(MOST_SEEN, { message: 'Enter a price in dollars.' }),
    IsDollars(),
  );
