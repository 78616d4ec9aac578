import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access } from '../common/access.js';
import { ApiProblems } from '../common/problem.js';
import { Cached } from '../response-cache/cached.js';
import { KindDto, KindListDto, KindNameParam } from './kind.dto.js';
import { Kinds } from './kinds.service.js';

@ApiTags('kinds')
@Controller('kinds')
export class KindsController {
  constructor(private readonly kinds: Kinds) {}

  /** Every kind of part with its specifications */
  @Get()
  @Access('public')
  @Cached({ shows: ['content'] })
  @ApiOkResponse({ type: KindListDto })
  listKindDetails(): Promise<KindListDto> {
    return this.kinds.list();
  }

  /** One kind, by its slug or another of its names */
  @Get(':slug')
  @Access('public')
  @Cached({ shows: ['content'] })
  @ApiOkResponse({ type: KindDto })
  @ApiProblems(400, 404)
  getKind(@Param() { slug }: KindNameParam): Promise<KindDto> {
    return this.kinds.get(slug);
  }
}
