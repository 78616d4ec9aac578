/**
 * Stands for `cookie` in jest, which cannot `require` an ES module as Node itself does. Fastify's `inject` asks for it only
 * to send and read cookies, and the shop has none.
 */
const unused = () => {
  throw new Error('cookie is not available in the specs');
};
module.exports = { stringifySetCookie: unused };
