import { writeFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { AppModule } from '../app.module.js';
import { parseConfig } from '../config.js';
import { createOpenApiDocument } from '../api-documents/openapi-document.js';
import { addWebhooks } from '../events/webhooks/docs/openapi-webhooks.js';

/** Writes the OpenAPI document to the named file, without a server or a database. */
const file = process.argv[2];
if (!file) throw new Error('Usage: node backend/dist/cli/openapi.js FILE');
const config = parseConfig({
  DEMO: '1',
  MONGODB_URI: 'mongodb://127.0.0.1:1/unused',
  JWT_SECRET: 'only-for-the-document-'.repeat(2),
  FIREBASE_PROJECT_ID: 'document',
  FIREBASE_API_KEY: 'document',
  STRIPE_SECRET_KEY: 'sk_test_document',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_document',
  STRIPE_WEBHOOK_SECRET: 'whsec_document',
});
const app = await NestFactory.create(AppModule.with(config), new FastifyAdapter(), {
  preview: true,
  logger: ['error'],
});
const document = createOpenApiDocument(app);
addWebhooks(document);
// a third of the file would be blanks otherwise
writeFileSync(file, `${JSON.stringify(document, null, 1)}\n`);
process.exit(0);
