import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { Email, ID_SCHEMA } from '../common/fields.js';
import { Quantity } from '../products/product-fields.js';
import { isConfirmed, latestUnits } from './alert-steps.js';
import { ALERT_STATES, type AlertState, type StockAlert } from './stock-alert.schema.js';

export class RequestOwnStockAlertDto {
  /** How many they want: at least the minimum order. */
  @Quantity(25)
  units!: number;
}

export class RequestStockAlertDto extends RequestOwnStockAlertDto {
  /** Who is told; they confirm it by a mailed link first. */
  @Email()
  email!: string;
}

export class StockAlertRequestedDto {
  /** Whether a mailed link has to be opened first. Where anybody asks it is always true, whatever the shop knows of the address. */
  @ApiProperty({ example: true })
  needsConfirmation!: boolean;
}

const NOT_A_LINK = { message: 'This is not the token of a link.' };

/** The token of a path. */
export class AlertTokenParam {
  /** The last part of a mailed link. */
  @ApiProperty({ type: 'string', pattern: '^[\\w.-]{1,300}$', example: 'eyJhbGciOiJIUzI1NiJ9.eyJz.c2ln' })
  @Matches(/^[\w.-]{1,300}$/, NOT_A_LINK)
  @IsString(NOT_A_LINK)
  token!: string;
}

class StockAlertDto {
  @ApiProperty(ID_SCHEMA)
  productId!: string;

  @ApiProperty({ example: 'Northbeam 480 SSD' })
  productName!: string;

  /** How many are wanted; before they are confirmed, how many were asked for. */
  @ApiProperty({ type: 'integer', minimum: 1, example: 25 })
  units!: number;

  @ApiProperty({ enum: ALERT_STATES, enumName: 'StockAlertState' })
  state!: AlertState;
}

/** An alert as its links show it: nothing of whose it is. */
export class LinkedStockAlertDto extends StockAlertDto {
  /** Whether nothing is left to be confirmed. */
  @ApiProperty({ example: false })
  isConfirmed!: boolean;
}

/** One of the caller's alerts. */
export class OwnStockAlertDto extends StockAlertDto {
  @ApiProperty(ID_SCHEMA)
  _id!: string;

  /** Since when they wait. */
  @ApiProperty({ format: 'date-time' })
  since!: string;
}

export class OwnStockAlertsDto {
  /** Newest first. */
  @ApiProperty({ type: [OwnStockAlertDto] })
  alerts!: OwnStockAlertDto[];
}

export const toOwnDto = (alert: StockAlert, productName: string): OwnStockAlertDto => ({
  _id: String(alert._id),
  productId: String(alert.productId),
  productName,
  units: alert.units,
  state: alert.state,
  since: alert.since.toISOString(),
});

export const toLinkedDto = (alert: StockAlert, productName: string): LinkedStockAlertDto => ({
  productId: String(alert.productId),
  productName,
  units: latestUnits(alert),
  state: alert.state,
  isConfirmed: isConfirmed(alert),
});
