/** The call of the payment sandbox with which a browser pays: for the document of the failure lab, where it can be tried. */
export const SANDBOX_PATHS = {
  '/payments-sandbox/v1/payment_intents/{intentId}/confirm': {
    post: {
      servers: [{ url: '/' }],
      operationId: 'paySandboxIntent',
      tags: ['payment-lab'],
      summary: "Pays an order's payment intent with a test card, as the browser does",
      description:
        'Anyone with the `clientSecret` of `POST /create-payment-intent` may call it; the id is its part before `_secret_`.',
      security: [],
      parameters: [
        {
          name: 'intentId',
          in: 'path',
          required: true,
          description: "The payment intent's id.",
          schema: { type: 'string', example: 'pi_3NkX2eLkdIwHu7ix0a1b2c3d' },
        },
      ],
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': {
            schema: {
              type: 'object',
              required: ['key', 'client_secret'],
              properties: {
                key: { type: 'string', example: 'pk_test_demo' },
                client_secret: {
                  type: 'string',
                  example: 'pi_3NkX2eLkdIwHu7ix0a1b2c3d_secret_YrKJUKribcBjcG8HVhfZluoGH',
                },
                'payment_method_data[type]': { type: 'string', example: 'card' },
                'payment_method_data[card][number]': { type: 'string', example: '4242424242424242' },
                'payment_method_data[card][exp_month]': { type: 'string', example: '12' },
                'payment_method_data[card][exp_year]': { type: 'string', example: '2034' },
                'payment_method_data[card][cvc]': { type: 'string', example: '123' },
              },
            },
          },
        },
      },
      responses: {
        200: { description: 'The payment intent; `status` is `succeeded` once it is paid.' },
        402: { description: 'The card was declined.' },
      },
    },
  },
};
