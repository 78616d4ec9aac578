import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ListSettingsService } from './list-settings.service.js';
import { ListSettings, ListSettingsSchema, SavedView, SavedViewSchema } from './saved-view.schema.js';
import { SavedViewsController } from './saved-views.controller.js';
import { SavedViewsService } from './saved-views.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: SavedView.name, schema: SavedViewSchema },
      { name: ListSettings.name, schema: ListSettingsSchema },
    ]),
  ],
  controllers: [SavedViewsController],
  providers: [SavedViewsService, ListSettingsService],
})
export class SavedViewsModule {}
