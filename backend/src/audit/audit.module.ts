import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditEntry, AuditEntrySchema } from './audit-entry.schema.js';
import { AuditController } from './audit.controller.js';
import { AuditLists } from './audit-lists.service.js';
import { AuditLog } from './audit-log.service.js';

/** Global: every feature whose changes are an admin's records them. */
@Global()
@Module({
  imports: [MongooseModule.forFeature([{ name: AuditEntry.name, schema: AuditEntrySchema }])],
  controllers: [AuditController],
  providers: [AuditLog, AuditLists],
  exports: [AuditLog],
})
export class AuditModule {}
