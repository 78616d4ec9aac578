import { SetMetadata } from '@nestjs/common';

export const LIMIT = 'limit';

/** Limits by the caller's network address, counted before anyone is asked who they are. */
export const ADDRESS_LIMITS = ['signIn', 'newsletter'] as const;
/** Limits by user. */
export const USER_LIMITS = ['orders', 'payments', 'reviews'] as const;

export type AddressLimit = (typeof ADDRESS_LIMITS)[number];
export type UserLimit = (typeof USER_LIMITS)[number];

/**
 * A tighter limit for a route, on top of the general ones by address and by user. Figures are in `config.limits`, calls a
 * minute. `none` takes a route out of all limits: probes must be answered while the address they come from is limited.
 */
export const Limit = (limit: AddressLimit | UserLimit | 'none') => SetMetadata(LIMIT, limit);
