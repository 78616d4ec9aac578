import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, type Caller, CurrentUser } from '../../common/access.js';
import { ApiProblems } from '../../common/problem.js';
import {
  IntentIdParam,
  ResolutionDto,
  ReconciliationDto,
  ReconciliationQuery,
} from './reconciliation.dto.js';
import { PaymentResolution } from './payment-resolution.service.js';
import { ReconciliationService } from './reconciliation.service.js';

@ApiTags('payments')
@Controller('payments/reconciliation')
export class ReconciliationController {
  constructor(
    private readonly reconciliation: ReconciliationService,
    private readonly resolution: PaymentResolution,
  ) {}

  /** Payments that do not agree with their orders, orders that do not agree with their payments, and open disputes, each with its resolution */
  @Get()
  @Access('admin', { scope: 'reports' })
  @ApiOkResponse({ type: ReconciliationDto })
  @ApiProblems(400, 503)
  reconcilePayments(@Query() { days }: ReconciliationQuery): Promise<ReconciliationDto> {
    return this.reconciliation.reconcile(days);
  }

  /** Confirms the order that a succeeded payment is for */
  @Post(':intentId/confirm')
  @HttpCode(200)
  @Access('admin')
  @ApiOkResponse({ type: ResolutionDto })
  @ApiProblems(400, 404, 409, 503)
  confirmReconciledPayment(
    @Param() { intentId }: IntentIdParam,
    @CurrentUser() caller: Caller,
  ): Promise<ResolutionDto> {
    return this.resolution.confirm(intentId, caller);
  }

  /** Refunds a payment that no order needs, or that does not match its order */
  @Post(':intentId/refund')
  @HttpCode(200)
  @Access('admin')
  @ApiOkResponse({ type: ResolutionDto })
  @ApiProblems(400, 404, 409, 503)
  refundPayment(@Param() { intentId }: IntentIdParam, @CurrentUser() caller: Caller): Promise<ResolutionDto> {
    return this.resolution.refund(intentId, caller);
  }

  /** Takes over the refunds of a payment, as the provider has them, into the order that it paid */
  @Post(':intentId/sync-refunds')
  @HttpCode(200)
  @Access('admin')
  @ApiOkResponse({ type: ResolutionDto })
  @ApiProblems(400, 404, 409, 503)
  syncPaymentRefunds(
    @Param() { intentId }: IntentIdParam,
    @CurrentUser() caller: Caller,
  ): Promise<ResolutionDto> {
    return this.resolution.syncRefunds(intentId, caller);
  }
}
