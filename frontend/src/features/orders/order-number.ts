const SHOWN = 6;

/** What people call an order: the end of its id, which alone differs between orders of one day. */
export const orderNumber = ({ _id }: { _id: string }): string => `#${_id.slice(-SHOWN).toUpperCase()}`;
