import { api } from './api';

/**
 * The failure lab of the payment sandbox. It is not in the generated client, which knows only what every shop has: these
 * calls exist in demo mode alone.
 */

export type NextConfirm = 'decline' | 'challenge' | 'processing';
export type WebhookMode = 'deliver' | 'delay' | 'drop' | 'duplicate' | 'reorder';

export interface LabSettings {
  /** What becomes of the next confirmation. */
  nextConfirm: NextConfirm | null;
  /** `delayMs` is for `delay` and `reorder`; `times` counts events, null is until changed. */
  webhooks: { mode: WebhookMode; delayMs: number; times: number | null };
  /** How many responses to browsers are lost. */
  loseConfirmResponse: number;
  /** How many of the shop's calls are to fail, and with which HTTP status. */
  failApi: { times: number; status: number };
}

const labApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPaymentLab: build.query<LabSettings, void>({
      query: () => '/payment-lab',
      providesTags: ['PaymentLab'],
    }),
    setPaymentLab: build.mutation<LabSettings, Partial<LabSettings>>({
      query: (body) => ({ url: '/payment-lab', method: 'PUT', body }),
      invalidatesTags: ['PaymentLab'],
    }),
  }),
});

export const { useGetPaymentLabQuery, useSetPaymentLabMutation } = labApi;
