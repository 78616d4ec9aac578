/** The admins' pages, apart from `routes.ts`: a script lists the chunks of every page that it imports, and visitors need none of these. */
export const kinds = () => import('./kinds/kinds-page');
export const overview = () => import('./overview/overview-page');
export const manageOrders = () => import('./manage-orders/manage-orders-page');
export const packing = () => import('./packing/packing-page');
export const reconciliation = () => import('./reconciliation/reconciliation-page');
export const delivery = () => import('./delivery/delivery-page');
export const manageProducts = () => import('./manage-products/manage-products-page');
export const addProduct = () => import('./add-product/add-product-page');
export const customer = () => import('./customer/customer-page');
export const search = () => import('./search/search-page');
export const makeAdmin = () => import('./make-admin/make-admin-page');
export const manageReviews = () => import('./reviews/manage-reviews-page');
export const auditLog = () => import('./audit/audit-log-page');
export const apiKeys = () => import('./api-keys/api-keys-page');
export const webhooks = () => import('./webhooks/webhooks-page');
export const webhookDeliveries = () => import('./webhooks/deliveries-page');
export const paymentLab = () => import('./payment-lab/payment-lab-page');
