import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, type Caller, CurrentUser } from '../../common/access.js';
import { ApiBodyExample } from '../../common/body-example.js';
import { ApiProblems } from '../../common/problem.js';
import { ApiRequiredIfMatch, RequiredIfMatch } from '../../common/versions.js';
import { SearchMisses } from '../misses/search-misses.service.js';
import { SearchMissesDto } from '../misses/misses.dto.js';
import { ReplaceSynonymsDto, SynonymsDto } from './synonyms.dto.js';
import { SynonymEditing } from './synonym-editing.service.js';

@ApiTags('search')
@Controller('search')
export class SynonymsController {
  constructor(
    private readonly synonyms: SynonymEditing,
    private readonly misses: SearchMisses,
  ) {}

  /** The words that mean the same; their `ETag` is what a change sends as `If-Match` */
  @Get('synonyms')
  @Access('admin', { scope: 'catalogue:read' })
  @ApiOkResponse({ type: SynonymsDto })
  getSynonyms(): Promise<SynonymsDto> {
    return this.synonyms.read();
  }

  /** Replaces all synonyms; searches know them within two seconds */
  @Put('synonyms')
  @Access('admin', { scope: 'catalogue:write' })
  @ApiRequiredIfMatch()
  @ApiBodyExample(ReplaceSynonymsDto, { groups: [{ words: ['gpu', 'graphics card', 'video card'] }] })
  @ApiOkResponse({ type: SynonymsDto })
  @ApiProblems(400)
  replaceSynonyms(
    @Body() body: ReplaceSynonymsDto,
    @RequiredIfMatch() ifMatch: string,
    @CurrentUser() by: Caller,
  ): Promise<SynonymsDto> {
    return this.synonyms.replace(body, ifMatch, by);
  }

  /** What was searched without result, and how often */
  @Get('misses')
  @Access('admin', { scope: 'catalogue:read' })
  @ApiOkResponse({ type: SearchMissesDto })
  listSearchMisses(): Promise<SearchMissesDto> {
    return this.misses.list();
  }
}
