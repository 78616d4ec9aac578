import { Module } from '@nestjs/common';
import type { Config } from '../config.js';
import { PaymentLabController } from './payment-lab.controller.js';
import { PaymentLabService } from './payment-lab.service.js';

/** The failure lab of the payment sandbox. */
@Module({
  controllers: [PaymentLabController],
  providers: [PaymentLabService],
})
export class PaymentLabModule {}

/** Only a demo with a sandbox has a lab; elsewhere its routes do not exist. */
export const hasPaymentLab = ({ demo, standIns }: Config): boolean => demo && standIns.paymentsUrl !== '';
