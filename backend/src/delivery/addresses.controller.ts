import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, type Caller, CurrentUser } from '../common/access.js';
import { IdParam } from '../common/fields.js';
import { ApiProblems } from '../common/problem.js';
import { ApiRequiredIfMatch, RequiredIfMatch } from '../common/versions.js';
import { type Attempt, CurrentAttempt } from '../idempotency/attempt.js';
import { Idempotent } from '../idempotency/idempotent.js';
import { AddressBookDto, SaveAddressDto } from './address-book.dto.js';
import { AddressBooks } from './address-books.service.js';

@ApiTags('addresses')
@Controller('addresses')
export class AddressesController {
  constructor(private readonly books: AddressBooks) {}

  /** The caller's addresses */
  @Get()
  @Access('signed-in')
  @ApiOkResponse({ type: AddressBookDto })
  getAddressBook(@CurrentUser() caller: Caller): Promise<AddressBookDto> {
    return this.books.get(caller);
  }

  /** Adds an address */
  @Post()
  @Access('signed-in')
  @Idempotent()
  @ApiCreatedResponse({ type: AddressBookDto })
  @ApiProblems(400)
  addAddress(
    @Body() body: SaveAddressDto,
    @CurrentUser() caller: Caller,
    @CurrentAttempt() attempt: Attempt,
  ): Promise<AddressBookDto> {
    return this.books.add(body, caller, attempt);
  }

  /** Replaces an address; `If-Match` is the `ETag` of the addresses */
  @Put(':id')
  @Access('signed-in')
  @ApiRequiredIfMatch()
  @ApiOkResponse({ type: AddressBookDto })
  @ApiProblems(400, 404)
  replaceAddress(
    @Param() { id }: IdParam,
    @Body() body: SaveAddressDto,
    @RequiredIfMatch() ifMatch: string,
    @CurrentUser() caller: Caller,
  ): Promise<AddressBookDto> {
    return this.books.replace(id, body, ifMatch, caller);
  }

  /** Removes an address; when it was the default, the oldest other one becomes it */
  @Delete(':id')
  @Access('signed-in')
  @ApiRequiredIfMatch()
  @ApiOkResponse({ type: AddressBookDto })
  @ApiProblems(400, 404)
  removeAddress(
    @Param() { id }: IdParam,
    @RequiredIfMatch() ifMatch: string,
    @CurrentUser() caller: Caller,
  ): Promise<AddressBookDto> {
    return this.books.remove(id, ifMatch, caller);
  }
}
