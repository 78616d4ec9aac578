/** The tags of the API's calls, in the order in which a page of the documentation shows them. */
export const TAGS: Record<string, string> = {
  orders: 'Placing orders, lists of them, and what becomes of them.',
  products: 'The catalogue: public reads, and how admins and programs edit, import and export it.',
  payments: "Paying an order, refunds, and what does not agree with the payment provider's records.",
  reviews: 'Reviews of the shop, and their moderation.',
  images: 'Images of products.',
  users: 'Profiles, lists of users, and who is an admin.',
  auth: "The exchange of the identity provider's ID token for the shop's own.",
  newsletter: 'Subscriptions to the newsletter.',
  reports: "The figures of the admin's overview.",
  audit: 'What admins and API keys have changed.',
  'api keys': 'The keys with which programs call the API.',
  'saved views': "The filters, columns and other settings of the admin's lists.",
  config: 'What the frontend needs at run time.',
  health: 'Whether the server lives, and whether it can serve.',
};
