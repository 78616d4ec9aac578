import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access } from '../common/access.js';
import { ApiProblems } from '../common/problem.js';
import { PaymentLabDto, SetPaymentLabDto } from './payment-lab.dto.js';
import { PaymentLabService } from './payment-lab.service.js';

/** There in demo mode alone; see docs/payment-lab.md. */
@ApiTags('payment-lab')
@Controller('payment-lab')
export class PaymentLabController {
  constructor(private readonly lab: PaymentLabService) {}

  /** What is to go wrong at the payment sandbox */
  @Get()
  @Access('admin')
  @ApiOkResponse({ type: PaymentLabDto })
  @ApiProblems(503)
  getPaymentLab(): Promise<PaymentLabDto> {
    return this.lab.read();
  }

  /** Says what is to go wrong at the payment sandbox; what is left out is off */
  @Put()
  @Access('admin')
  @ApiOkResponse({ type: PaymentLabDto })
  @ApiProblems(400, 503)
  setPaymentLab(@Body() settings: SetPaymentLabDto): Promise<PaymentLabDto> {
    return this.lab.set(settings);
  }
}
