import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { PurchasesModule } from '../purchases/purchases.module.js';
import { ModerationController } from './moderation.controller.js';
import { ModerationService } from './moderation.service.js';
import { Review, ReviewSchema } from './review.schema.js';
import { ReviewAttention } from './review-attention.service.js';
import { ReviewsController } from './reviews.controller.js';
import { ReviewsService } from './reviews.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: Review.name, schema: ReviewSchema }]), PurchasesModule],
  controllers: [ReviewsController, ModerationController],
  providers: [ReviewAttention, ReviewsService, ModerationService],
  exports: [ModerationService],
})
export class ReviewsModule {}
