/**
 * Receives the events of an endpoint, and prints what is to be packed.
 *
 * WEBHOOK_SECRET: the endpoint's secret, or two with a comma while it is rotated. PORT: 4000 if left out; the path is any.
 */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { InvalidEvent, type ShopEvent, verifyEvent } from '@rapid-manufacturer/client';

const { WEBHOOK_SECRET = '', PORT = '4000' } = process.env;
const seen = new Set<string>();

function handle(event: ShopEvent): void {
  // it comes again if the shop did not learn that it was received
  if (seen.has(event.id)) return;
  seen.add(event.id);
  console.log(`${event.type} ${event.subject} ${event.sequence}`);
  if (event.type === 'order.paid')
    for (const { quantity, name } of event.data.order.lines) console.log(`  ${quantity} × ${name}`);
}

const server = createServer(async (request, response) => {
  try {
    handle(verifyEvent(await buffer(request), request.headers, WEBHOOK_SECRET.split(',')));
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(error instanceof InvalidEvent ? 400 : 500).end();
    console.error(error);
  }
});
server.listen(Number(PORT), '127.0.0.1', () => console.log('listening'));
