/** The specs that are left out without an OpenSearch, or without the programs of one that they can kill. */
export const leftOut = ({ TEST_OPENSEARCH_URL, TEST_OPENSEARCH_LIB }) => [
  ...(TEST_OPENSEARCH_URL ? [] : ['opensearch', 'opensearch-outage']),
  ...(TEST_OPENSEARCH_LIB ? [] : ['opensearch-kills']),
];

/** Says which specs are left out; `vitest.config.js` leaves them out. */
export default function setUp() {
  const { TEST_OPENSEARCH_URL, TEST_OPENSEARCH_LIB } = process.env;
  if (TEST_OPENSEARCH_URL && !TEST_OPENSEARCH_LIB)
    console.log('Not run, since the OpenSearch of TEST_OPENSEARCH_URL cannot be killed: opensearch-kills');
}
