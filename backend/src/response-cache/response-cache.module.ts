import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { CatalogueRevision, RevisionRow, RevisionRowSchema } from './catalogue-revision.js';

@Global()
@Module({
  imports: [MongooseModule.forFeature([{ name: RevisionRow.name, schema: RevisionRowSchema }])],
  providers: [CatalogueRevision],
  exports: [CatalogueRevision],
})
export class ResponseCacheModule {}
