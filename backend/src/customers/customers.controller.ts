import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, type Caller, CurrentUser } from '../common/access.js';
import { IdParam } from '../common/fields.js';
import { ApiProblems } from '../common/problem.js';
import { type Attempt, CurrentAttempt } from '../idempotency/attempt.js';
import { Idempotent } from '../idempotency/idempotent.js';
import { CreateOrderNoteDto, OrderNoteDto } from '../purchases/orders/order-detail.dto.js';
import { CustomerDto } from './customer.dto.js';
import { CustomerNotes } from './customer-notes.service.js';
import { CustomersService } from './customers.service.js';

@ApiTags('customers')
@Controller('customers')
export class CustomersController {
  constructor(
    private readonly customers: CustomersService,
    private readonly notes: CustomerNotes,
  ) {}

  /** A customer by the `_id` of their account: figures, addresses, internal notes and newest reviews */
  @Get(':id')
  @Access('admin')
  @ApiOkResponse({ type: CustomerDto })
  @ApiProblems(400, 404)
  getCustomer(@Param() { id }: IdParam): Promise<CustomerDto> {
    return this.customers.get(id);
  }

  /** Adds an internal note about a customer */
  @Post(':id/notes')
  @Access('admin')
  @Idempotent()
  @ApiCreatedResponse({ type: OrderNoteDto })
  @ApiProblems(400, 404, 409)
  addCustomerNote(
    @Param() { id }: IdParam,
    @Body() { text }: CreateOrderNoteDto,
    @CurrentUser() caller: Caller,
    @CurrentAttempt() attempt: Attempt,
  ): Promise<OrderNoteDto> {
    return this.notes.add(id, text, caller, attempt);
  }
}
