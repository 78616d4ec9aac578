import { buildDailyReports } from '../reports/build-daily-reports.js';
import { runTool } from './tool.js';

/** `npm run cli -- rebuild-reports`: computes the overview's figures of all days from the orders. */
await runTool(async (client) => {
  await buildDailyReports(client.db());
  console.log("The overview's figures are those of the orders.");
  return true;
});
