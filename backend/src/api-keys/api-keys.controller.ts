import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, type Caller, CurrentUser } from '../common/access.js';
import { IdParam } from '../common/fields.js';
import { ApiProblems } from '../common/problem.js';
import {
  ApiKeyDto,
  ApiKeyPageDto,
  CreateApiKeyDto,
  CreatedApiKeyDto,
  SearchApiKeysQuery,
} from './api-key.dto.js';
import { ApiKeysService } from './api-keys.service.js';

/** No call here names a scope: a key never makes or ends keys. */
@ApiTags('api keys')
@Controller('api-keys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  /** Search and page the API keys, those that were revoked too */
  @Get()
  @Access('admin')
  @ApiOkResponse({ type: ApiKeyPageDto })
  @ApiProblems(400)
  searchApiKeys(@Query() query: SearchApiKeysQuery): Promise<ApiKeyPageDto> {
    return this.keys.search(query);
  }

  /** Creates an API key that acts for the caller; the key itself is in this response only */
  @Post()
  @Access('admin')
  @ApiCreatedResponse({ type: CreatedApiKeyDto })
  @ApiProblems(400, 409)
  createApiKey(@Body() body: CreateApiKeyDto, @CurrentUser() caller: Caller): Promise<CreatedApiKeyDto> {
    return this.keys.create(body, caller);
  }

  /** Revokes an API key, at once and for good; repeating it changes nothing */
  @Delete(':id')
  @Access('admin')
  @ApiOkResponse({ type: ApiKeyDto })
  @ApiProblems(400, 404)
  revokeApiKey(@Param() { id }: IdParam, @CurrentUser() caller: Caller): Promise<ApiKeyDto> {
    return this.keys.revoke(id, caller);
  }
}
