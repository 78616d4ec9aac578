import { mongo } from 'mongoose';
import { runTool } from './tool.js';

/** `npm run cli -- rebuild-search`: asks every running server to build its search index again from all products. */
await runTool(async (client) => {
  const at = new Date();
  const payload = { actor: { by: 'cli' } };
  await client.db().collection('outbox').insertOne({
    _id: new mongo.ObjectId(),
    at,
    type: 'search.rebuild-requested',
    subject: 'search/index',
    version: at.getTime(),
    payload,
    pending: [],
    pendingCount: 0,
    doneAt: at,
  });
  console.log('The running servers build their search index again.');
  return true;
});
