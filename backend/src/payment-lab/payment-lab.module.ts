import { Module } from '@nestjs/common';
import { PaymentLabController } from './payment-lab.controller.js';
import { PaymentLabService } from './payment-lab.service.js';

/** The failure lab of the payment sandbox. */
@Module({
  controllers: [PaymentLabController],
  providers: [PaymentLabService],
})
export class PaymentLabModule {}
