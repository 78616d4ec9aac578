import { Line } from '../../common/fields.js';

/** What another system calls an order: 1 to 100 characters of one line, compared as they are. */
export const ExternalId = (docs: { required?: boolean } = {}) =>
  Line(100, 'Enter an external id.', 'SO-2026-00417', docs);
