import { Module } from '@nestjs/common';
import { ImageReferences } from './image-references.js';
import { ImageStore } from './image-store.js';
import { ImagesController } from './images.controller.js';
import { ImagesService } from './images.service.js';
import { UnreferencedImagesJob } from './unreferenced-images.job.js';

@Module({
  controllers: [ImagesController],
  providers: [ImagesService, ImageStore, ImageReferences, UnreferencedImagesJob],
  exports: [ImageReferences],
})
export class ImagesModule {}
