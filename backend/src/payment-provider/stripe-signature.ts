/** How old a signature may be, in seconds: Stripe's own default. */
export const SIGNATURE_TOLERANCE_S = 300;

/**
 * Whether a `Stripe-Signature` header can belong to a valid delivery at all: it has a time that is not too old and a
 * signature. It proves nothing; it spares reading the body of what cannot be valid.
 *
 * @param now ms since 1970
 */
export function isPlausibleSignature(header: string | undefined, now: number): boolean {
  const parts = (header ?? '').split(',');
  const [, time] = /^t=(\d{1,12})$/.exec(parts.find((part) => part.startsWith('t=')) ?? '') ?? [];
  const isSigned = parts.some((part) => /^v1=[0-9a-f]{64}$/.test(part));
  return time !== undefined && isSigned && Math.floor(now / 1_000) - Number(time) <= SIGNATURE_TOLERANCE_S;
}
