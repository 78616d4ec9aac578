import type { Link } from './links.js';

/** An amount next to what it is for. */
export interface AmountRow {
  label: string;
  amount: string;
}

export type Block =
  | { text: string }
  /** What is said less loudly. */
  | { note: string }
  /** Lines of an order; `detail` says how many of them. */
  | { lines: { name: string; detail: string; amount?: string }[] }
  /** The last is the sum. */
  | { totals: AmountRow[] }
  /** Several lines under a title. */
  | { facts: { title: string; lines: string[] } }
  | { button: { label: string; link: Link } };

/** A mail as its author writes it, once for HTML and plain text. */
export interface MailContent {
  subject: string;
  heading: string;
  blocks: Block[];
  /** Why somebody gets it. */
  because: string;
  /** Where they turn it off; absent of what is always sent. */
  unsubscribe?: { label: string; link: Link };
}
