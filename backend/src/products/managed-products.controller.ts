import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, type Caller, CurrentUser } from '../common/access.js';
import { ApiBodyExample } from '../common/body-example.js';
import { DeletedDto } from '../common/deleted.dto.js';
import { IdParam } from '../common/fields.js';
import { Idempotent } from '../idempotency/idempotent.js';
import {
  ApiIfMatch,
  ApiRequiredIfMatch,
  IfMatch,
  type IfMatchHeader,
  RequiredIfMatch,
} from '../common/versions.js';
import { ApiProblems } from '../common/problem.js';
import { type Attempt, CurrentAttempt } from '../idempotency/attempt.js';
import {
  CreateProductDto,
  EditProductDto,
  ManagedProductDto,
  ProductCreatedDto,
  RestockDto,
} from './product-edit.dto.js';
import { ProductEditing } from './product-editing.service.js';
import { ProductStates } from './product-states.service.js';

@ApiTags('products')
@Controller()
export class ManagedProductsController {
  constructor(
    private readonly editing: ProductEditing,
    private readonly states: ProductStates,
  ) {}

  /** One product for editing, also an archived one; its `ETag` is what an edit sends as `If-Match` */
  @Get('items/:id/edit')
  @Access('admin', { scope: 'catalogue:read' })
  @ApiOkResponse({ type: ManagedProductDto })
  @ApiProblems(400, 404)
  getItemToEdit(@Param() { id }: IdParam): Promise<ManagedProductDto> {
    return this.editing.read(id);
  }

  /** Adds a product */
  @Post('product')
  @Access('admin', { scope: 'catalogue:write' })
  @Idempotent()
  @ApiBodyExample(CreateProductDto, {
    name: 'Northbeam 480 SSD',
    price: 49.9,
    minimumOQ: 5,
    availableQ: 120,
    description: 'A 480 GB drive for light servers.',
    img: '/products/dart-500-nvme-ssd-1-tb.webp',
    kind: 'ssd',
  })
  @ApiCreatedResponse({ type: ProductCreatedDto })
  @ApiProblems(400)
  async createProduct(
    @Body() body: CreateProductDto,
    @CurrentAttempt() attempt: Attempt,
    @CurrentUser() by: Caller,
  ): Promise<ProductCreatedDto> {
    return { insertedId: await this.editing.create(body, attempt, by) };
  }

  /** Changes fields of a product that was read before; what orders and restocking do meanwhile does not make it stale */
  @Patch('items/:id')
  @Access('admin', { scope: 'catalogue:write' })
  @ApiRequiredIfMatch()
  @ApiOkResponse({ type: ManagedProductDto })
  @ApiProblems(400, 404, 409)
  editItem(
    @Param() { id }: IdParam,
    @Body() body: EditProductDto,
    @RequiredIfMatch() ifMatch: string,
    @CurrentUser() by: Caller,
  ): Promise<ManagedProductDto> {
    return this.editing.edit(id, body, ifMatch, by);
  }

  /** Adds units to the stock, or takes some away; refused with 409 when it would be below zero */
  @Post('items/:id/restock')
  @HttpCode(200)
  @Access('admin', { scope: 'catalogue:write' })
  @Idempotent()
  @ApiOkResponse({ type: ManagedProductDto })
  @ApiProblems(400, 404)
  restockItem(
    @Param() { id }: IdParam,
    @Body() body: RestockDto,
    @CurrentAttempt() attempt: Attempt,
    @CurrentUser() by: Caller,
  ): Promise<ManagedProductDto> {
    return this.editing.restock(id, body, attempt, by);
  }

  /** Takes a product off sale; it stays in the admins' list of archived products */
  @Post('items/:id/archive')
  @HttpCode(200)
  @Access('admin', { scope: 'catalogue:write' })
  @ApiOkResponse({ type: ManagedProductDto })
  @ApiProblems(400, 404)
  archiveItem(@Param() { id }: IdParam, @CurrentUser() by: Caller): Promise<ManagedProductDto> {
    return this.states.archive(id, by);
  }

  /** Puts an archived product on sale again */
  @Post('items/:id/unarchive')
  @HttpCode(200)
  @Access('admin', { scope: 'catalogue:write' })
  @ApiOkResponse({ type: ManagedProductDto })
  @ApiProblems(400, 404)
  unarchiveItem(@Param() { id }: IdParam, @CurrentUser() by: Caller): Promise<ManagedProductDto> {
    return this.states.unarchive(id, by);
  }

  /** Removes a product from every list; orders keep what they say of it */
  @Delete('item/:id')
  @Access('admin', { scope: 'catalogue:write' })
  @ApiIfMatch()
  @ApiOkResponse({ type: DeletedDto })
  @ApiProblems(400, 404, 412)
  async deleteItem(
    @Param() { id }: IdParam,
    @IfMatch() ifMatch: IfMatchHeader,
    @CurrentUser() by: Caller,
  ): Promise<DeletedDto> {
    return { deletedCount: await this.states.remove(id, ifMatch, by) };
  }

  /** Undoes the deletion of a product */
  @Post('items/:id/restore')
  @HttpCode(200)
  @Access('admin', { scope: 'catalogue:write' })
  @ApiOkResponse({ type: ManagedProductDto })
  @ApiProblems(400, 404, 409)
  restoreItem(@Param() { id }: IdParam, @CurrentUser() by: Caller): Promise<ManagedProductDto> {
    return this.states.restore(id, by);
  }
}
