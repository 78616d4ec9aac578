import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { MongooseModule } from '@nestjs/mongoose';
import { CONFIG, type Config } from '../config.js';
import { ProductsModule } from '../products/products.module.js';
import { StockAlertMails } from './stock-alert-mails.js';
import { StockAlert, StockAlertSchema } from './stock-alert.schema.js';
import { StockAlertTokens } from './stock-alert-tokens.js';

/** Tells people when a product that was sold out is back in stock, and admins when one has few units left. */
@Module({
  imports: [
    MongooseModule.forFeature([{ name: StockAlert.name, schema: StockAlertSchema }]),
    JwtModule.registerAsync({
      inject: [CONFIG],
      useFactory: ({ jwtSecret }: Config) => ({ secret: jwtSecret }),
    }),
    ProductsModule,
  ],
  providers: [StockAlertMails, StockAlertTokens],
  exports: [StockAlertMails],
})
export class StockAlertsModule {}
