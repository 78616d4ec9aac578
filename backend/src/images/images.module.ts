import { Module } from '@nestjs/common';
import { ImageReferences } from './image-references.js';
import { ImageStore } from './image-store.js';
import { ImagesController } from './images.controller.js';
import { ImageVariants } from './image-variants.service.js';
import { ImagesService } from './images.service.js';
import { UnreferencedImagesJob } from './unreferenced-images.job.js';

@Module({
  controllers: [ImagesController],
  providers: [ImagesService, ImageVariants, ImageStore, ImageReferences, UnreferencedImagesJob],
  exports: [ImageReferences],
})
export class ImagesModule {}
