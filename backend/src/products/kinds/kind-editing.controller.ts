import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, type Caller, CurrentUser } from '../../common/access.js';
import { ApiBodyExample } from '../../common/body-example.js';
import { DeletedDto } from '../../common/deleted.dto.js';
import { ApiProblems } from '../../common/problem.js';
import { ApiRequiredIfMatch, RequiredIfMatch } from '../../common/versions.js';
import { type Attempt, CurrentAttempt } from '../../idempotency/attempt.js';
import { Idempotent } from '../../idempotency/idempotent.js';
import { CreateKindDto, EXAMPLE_KIND, KindSlugParam, ReplaceKindDto } from './kind-edit.dto.js';
import { KindEditing } from './kind-editing.service.js';
import { EditableKindDto, ManagedKindListDto } from './managed-kind.dto.js';

@ApiTags('kinds')
@Controller('kinds')
export class KindEditingController {
  constructor(private readonly editing: KindEditing) {}

  /** All kinds with the numbers of their parts and specifications */
  @Get('manage')
  @Access('admin', { scope: 'catalogue:read' })
  @ApiOkResponse({ type: ManagedKindListDto })
  listManagedKinds(): Promise<ManagedKindListDto> {
    return this.editing.list();
  }

  /** One kind for editing, with how many parts lack each value; its `ETag` is what an edit sends as `If-Match` */
  @Get(':slug/edit')
  @Access('admin', { scope: 'catalogue:read' })
  @ApiOkResponse({ type: EditableKindDto })
  @ApiProblems(400, 404, 503)
  getKindToEdit(@Param() { slug }: KindSlugParam): Promise<EditableKindDto> {
    return this.editing.read(slug);
  }

  /** Adds a kind */
  @Post()
  @Access('admin', { scope: 'catalogue:write' })
  @Idempotent()
  @ApiBodyExample(CreateKindDto, { slug: 'sound-card', ...EXAMPLE_KIND })
  @ApiCreatedResponse({ type: EditableKindDto })
  @ApiProblems(400)
  createKind(
    @Body() body: CreateKindDto,
    @CurrentAttempt() attempt: Attempt,
    @CurrentUser() by: Caller,
  ): Promise<EditableKindDto> {
    return this.editing.create(body, attempt, by);
  }

  /**
   * Replaces a kind and its specifications
   *
   * An option with `was` is renamed, in the parts that have it too. What parts would lose is refused with 409 and their number:
   * a specification, an option or a number that they have, its type and its unit.
   */
  @Put(':slug')
  @Access('admin', { scope: 'catalogue:write' })
  @ApiRequiredIfMatch()
  @ApiBodyExample(ReplaceKindDto, EXAMPLE_KIND)
  @ApiOkResponse({ type: EditableKindDto })
  @ApiProblems(400, 404, 409)
  replaceKind(
    @Param() { slug }: KindSlugParam,
    @Body() body: ReplaceKindDto,
    @RequiredIfMatch() ifMatch: string,
    @CurrentUser() by: Caller,
  ): Promise<EditableKindDto> {
    return this.editing.replace(slug, body, ifMatch, by);
  }

  /** Removes a kind that no part has; those that came with the shop stay */
  @Delete(':slug')
  @Access('admin', { scope: 'catalogue:write' })
  @ApiOkResponse({ type: DeletedDto })
  @ApiProblems(400, 404, 409)
  async deleteKind(@Param() { slug }: KindSlugParam, @CurrentUser() by: Caller): Promise<DeletedDto> {
    return { deletedCount: await this.editing.remove(slug, by) };
  }
}
