import { createServer } from 'node:http';

/** A bare `node:http` server of one response, in a process of its own: the limit of what Node can send. */
process.once('message', ({ body, type }) => {
  const bytes = Buffer.from(body, 'base64');
  const headers = { 'Content-Type': type, 'Content-Length': bytes.length };
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${server.address().port}/`));
});
process.once('disconnect', () => process.exit(0));
