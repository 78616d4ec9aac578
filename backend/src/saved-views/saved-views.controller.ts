import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, type Caller, CurrentUser } from '../common/access.js';
import { DeletedDto } from '../common/deleted.dto.js';
import { IdParam } from '../common/fields.js';
import { ApiRequiredIfMatch, RequiredIfMatch } from '../common/versions.js';
import { ApiProblems } from '../common/problem.js';
import { ListSettingsService } from './list-settings.service.js';
import {
  CreateSavedViewDto,
  EditSavedViewDto,
  ListParam,
  ListSettingsDto,
  SavedViewDto,
  SavedViewsQuery,
} from './saved-view.dto.js';
import { SavedViewsService } from './saved-views.service.js';

@ApiTags('saved views')
@Controller()
export class SavedViewsController {
  constructor(
    private readonly views: SavedViewsService,
    private readonly settings: ListSettingsService,
  ) {}

  /** The caller's own views of a list, then the shared ones, each by name; at most 200 */
  @Get('saved-views')
  @Access('admin')
  @ApiOkResponse({ type: [SavedViewDto] })
  @ApiProblems(400)
  listSavedViews(@Query() { list }: SavedViewsQuery, @CurrentUser() caller: Caller): Promise<SavedViewDto[]> {
    return this.views.list(list, caller);
  }

  /** One view, with its ETag; another's private one is not found */
  @Get('saved-views/:id')
  @Access('admin')
  @ApiOkResponse({ type: SavedViewDto })
  @ApiProblems(400, 404)
  getSavedView(@Param() { id }: IdParam, @CurrentUser() caller: Caller): Promise<SavedViewDto> {
    return this.views.get(id, caller);
  }

  /** Saves a view of a list; 409 for a name that the caller has used */
  @Post('saved-views')
  @Access('admin')
  @ApiCreatedResponse({ type: SavedViewDto })
  @ApiProblems(400, 409)
  createSavedView(@Body() body: CreateSavedViewDto, @CurrentUser() caller: Caller): Promise<SavedViewDto> {
    return this.views.create(body, caller);
  }

  /** Replaces name, filters, sort, columns and sharing of one's own view */
  @Put('saved-views/:id')
  @Access('admin')
  @ApiRequiredIfMatch()
  @ApiOkResponse({ type: SavedViewDto })
  @ApiProblems(400, 404, 409)
  updateSavedView(
    @Param() { id }: IdParam,
    @Body() body: EditSavedViewDto,
    @RequiredIfMatch() ifMatch: string,
    @CurrentUser() caller: Caller,
  ): Promise<SavedViewDto> {
    return this.views.edit(id, body, ifMatch, caller);
  }

  /** Removes one's own view */
  @Delete('saved-views/:id')
  @Access('admin')
  @ApiOkResponse({ type: DeletedDto })
  @ApiProblems(400, 404)
  async removeSavedView(@Param() { id }: IdParam, @CurrentUser() caller: Caller): Promise<DeletedDto> {
    return { deletedCount: await this.views.remove(id, caller) };
  }

  /** The caller's columns and density of a list */
  @Get('list-settings/:list')
  @Access('admin')
  @ApiOkResponse({ type: ListSettingsDto })
  @ApiProblems(400)
  getListSettings(@Param() { list }: ListParam, @CurrentUser() caller: Caller): Promise<ListSettingsDto> {
    return this.settings.get(list, caller);
  }

  /** Keeps the caller's columns and density of a list */
  @Put('list-settings/:list')
  @Access('admin')
  @ApiOkResponse({ type: ListSettingsDto })
  @ApiProblems(400)
  setListSettings(
    @Param() { list }: ListParam,
    @Body() body: ListSettingsDto,
    @CurrentUser() caller: Caller,
  ): Promise<ListSettingsDto> {
    return this.settings.set(list, body, caller);
  }
}
