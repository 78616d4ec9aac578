/** The specs that are left out without an OpenSearch, or without the programs of one that they can kill. */
export const leftOut = ({ TEST_OPENSEARCH_URL, TEST_OPENSEARCH_LIB }) => [
  ...(TEST_OPENSEARCH_URL ? [] : ['opensearch', 'opensearch-outage']),
  ...(TEST_OPENSEARCH_LIB ? [] : ['opensearch-kills']),
];

/** Says which specs are left out; `vitest.config.js` leaves them out. */
export default function setUp() {
  const specs = leftOut(process.env);
  if (specs.length > 0)
    console.log(
      `Not run, since TEST_OPENSEARCH_URL names no OpenSearch, or none to kill: ${specs.join(', ')}`,
    );
}
