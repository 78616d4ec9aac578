import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';

/**
 * For `npm run containers -- --check`, the hosts that a production shop calls: Google, which publishes the keys of ID tokens,
 * and Stripe, which is the payment sandbox.
 */
const read = (name) => readFileSync(`/check/${name}`);
const keys = read('jwks.json');

const server = createServer({ key: read('key.pem'), cert: read('cert.pem') }, (incoming, outgoing) => {
  const { method, url, headers } = incoming;
  if (headers.host === 'www.googleapis.com') {
    outgoing.setHeader('content-type', 'application/json').end(keys);
    return;
  }
  const forwarded = request({ host: 'payments', port: 9098, method, path: url, headers }, (response) => {
    outgoing.writeHead(response.statusCode, response.headers);
    response.pipe(outgoing);
  });
  forwarded.on('error', () => outgoing.destroy());
  incoming.pipe(forwarded);
});
server.listen(443, () => console.log('ready'));
process.on('SIGTERM', () => process.exit(0));
