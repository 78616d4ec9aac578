import { Module } from '@nestjs/common';
import { ProductsModule } from '../products/products.module.js';
import { SeoController } from './seo.controller.js';
import { SitemapService } from './sitemap.service.js';

@Module({ imports: [ProductsModule], controllers: [SeoController], providers: [SitemapService] })
export class SeoModule {}
