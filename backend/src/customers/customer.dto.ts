import { ApiProperty } from '@nestjs/swagger';
import { toDollars } from '../common/money.js';
import { MAX_ADDRESSES, SavedAddressDto } from '../delivery/address-book.dto.js';
import type { CustomerFigures } from '../purchases/lists/customer-figures.service.js';
import { StatusCountDto } from '../purchases/lists/order-search.dto.js';
import { OrderNoteDto } from '../purchases/orders/order-detail.dto.js';
import { ManagedReviewDto } from '../reviews/moderation.dto.js';
import { PersonDto } from '../users/user.dto.js';

/** The most reviews that are shown with a customer. */
export const NEWEST_REVIEWS = 5;

export class CustomerSpendDto {
  /** Paid less what was given back, in dollars. */
  @ApiProperty({ example: 1_497 })
  amount!: number;

  /** The ISO 4217 code of the amount. */
  @ApiProperty({ example: 'USD' })
  currency!: string;

  /** False when there are more than 10,000 paid orders: then the newest 10,000 are added up. */
  @ApiProperty({ example: true })
  isExact!: boolean;
}

/** An account with what an admin wants to know of its person; its orders are those of `GET /purchases/search?email=`. */
export class CustomerDto {
  @ApiProperty({ type: PersonDto })
  account!: PersonDto;

  /** How many orders they have in each state, those that they took off their list included. */
  @ApiProperty({ type: [StatusCountDto] })
  orders!: StatusCountDto[];

  @ApiProperty({ type: CustomerSpendDto })
  spend!: CustomerSpendDto;

  /** In the order they were added. */
  @ApiProperty({ type: [SavedAddressDto], maxItems: MAX_ADDRESSES })
  addresses!: SavedAddressDto[];

  /** Internal notes, oldest first. */
  @ApiProperty({ type: [OrderNoteDto] })
  notes!: OrderNoteDto[];

  /** The newest ones, newest first. */
  @ApiProperty({ type: [ManagedReviewDto], maxItems: NEWEST_REVIEWS })
  reviews!: ManagedReviewDto[];
}

export const toFigureDtos = ({
  counts,
  spentCents,
  currency,
  isExact,
}: CustomerFigures): Pick<CustomerDto, 'orders' | 'spend'> => ({
  orders: counts,
  spend: { amount: toDollars(spentCents), currency, isExact },
});
