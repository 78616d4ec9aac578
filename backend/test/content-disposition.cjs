/**
 * Stands for `content-disposition` in jest, which cannot `require` an ES module as Node itself does. @fastify/static asks for
 * it only to name downloads, and the shop has none.
 */
const unused = () => {
  throw new Error('content-disposition is not available in the specs');
};
module.exports = { create: unused, parse: unused };
