import { Module } from '@nestjs/common';

/** Tells people when a product that was sold out is back in stock, and admins when one has few units left. */
@Module({})
export class StockAlertsModule {}
