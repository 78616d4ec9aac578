import type { ReactNode } from 'react';
import type { ShopConfig } from '../../api/types';

/** Charges a card for an intent, by whatever form took the card; returns the intent's id. */
export type Charge = (clientSecret: string) => Promise<string>;

export interface CardFormProps {
  /** Dollars. */
  amount: number;
  /** Its ISO 4217 code. */
  currency: string;
  config: ShopConfig['payments'];
  /** A payment is in progress. */
  busy: boolean;
  onPay: (charge: Charge) => Promise<void>;
  /** What the last attempt came to; stands above the button. */
  message?: ReactNode;
}
