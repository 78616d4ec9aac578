import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsObject, IsOptional, Max, Min, ValidateNested } from 'class-validator';
import { Optional } from '../common/fields.js';

export const NEXT_CONFIRMS = ['decline', 'challenge', 'processing'] as const;
export type NextConfirm = (typeof NEXT_CONFIRMS)[number];

export const WEBHOOK_MODES = ['deliver', 'delay', 'drop', 'duplicate', 'reorder'] as const;
export type WebhookMode = (typeof WEBHOOK_MODES)[number];

export const MAX_DELAY_MS = 3_600_000;
export const MAX_TIMES = 1_000;

/** A whole number within bounds; a string of digits is not one. */
const WHOLE = { message: 'Enter a whole number.' };
const atLeast = (min: number) => ({ message: `Enter at least ${min}.` });
const atMost = (max: number) => ({ message: `Enter at most ${max}.` });
const OBJECT = { message: 'Give an object.' };

export class WebhookFailureDto {
  /** How the provider's webhooks are delivered to the shop. */
  @ApiPropertyOptional({ enum: WEBHOOK_MODES, enumName: 'WebhookMode', default: 'deliver' })
  @Optional()
  @IsIn(WEBHOOK_MODES, { message: `Enter one of: ${WEBHOOK_MODES.join(', ')}.` })
  mode?: WebhookMode;
  /** Milliseconds: with `delay` how late events leave, with `reorder` how long they are collected. */
  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: MAX_DELAY_MS, default: 0, example: 3_000 })
  @Optional()
  @IsInt(WHOLE)
  @Min(0, atLeast(0))
  @Max(MAX_DELAY_MS, atMost(MAX_DELAY_MS))
  delayMs?: number;
  /** How many events the mode is for; without it, or null, until it is changed. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_TIMES, nullable: true, example: 3 })
  @IsOptional()
  @IsInt(WHOLE)
  @Min(1, atLeast(1))
  @Max(MAX_TIMES, atMost(MAX_TIMES))
  times?: number | null;
}

export class ApiFailureDto {
  /** How many of the shop's next calls to the provider fail. The shop's client repeats a 5xx once by itself. */
  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: MAX_TIMES, default: 0, example: 4 })
  @Optional()
  @IsInt(WHOLE)
  @Min(0, atLeast(0))
  @Max(MAX_TIMES, atMost(MAX_TIMES))
  times?: number;
  /** The HTTP status of their responses. */
  @ApiPropertyOptional({ type: 'integer', minimum: 400, maximum: 599, default: 500, example: 503 })
  @Optional()
  @IsInt(WHOLE)
  @Min(400, atLeast(400))
  @Max(599, atMost(599))
  status?: number;
}

/** What is to go wrong. What is left out is off, so that `{}` is all well again. */
export class SetPaymentLabDto {
  /** What becomes of the next confirmation of a card; used up by it. */
  @ApiPropertyOptional({ enum: NEXT_CONFIRMS, enumName: 'NextConfirm', nullable: true })
  @IsOptional()
  @IsIn(NEXT_CONFIRMS, { message: `Enter one of: ${NEXT_CONFIRMS.join(', ')}.` })
  nextConfirm?: NextConfirm | null;
  @ApiPropertyOptional({ type: WebhookFailureDto, example: { mode: 'duplicate', times: 3 } })
  @Optional()
  @ValidateNested(OBJECT)
  @IsObject(OBJECT)
  @Type(() => WebhookFailureDto)
  webhooks?: WebhookFailureDto;
  /** How many of the next confirmations are carried out, but their responses lost. */
  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: MAX_TIMES, default: 0, example: 1 })
  @Optional()
  @IsInt(WHOLE)
  @Min(0, atLeast(0))
  @Max(MAX_TIMES, atMost(MAX_TIMES))
  loseConfirmResponse?: number;
  @ApiPropertyOptional({ type: ApiFailureDto, example: { times: 4, status: 503 } })
  @Optional()
  @ValidateNested(OBJECT)
  @IsObject(OBJECT)
  @Type(() => ApiFailureDto)
  failApi?: ApiFailureDto;
}

class WebhookFailureStateDto {
  @ApiProperty({ enum: WEBHOOK_MODES, enumName: 'WebhookMode' })
  mode!: WebhookMode;
  /** Milliseconds. */
  @ApiProperty({ type: 'integer', example: 0 })
  delayMs!: number;
  /** How many events are left for the mode; null: until it is changed. */
  @ApiProperty({ type: 'integer', nullable: true, example: null })
  times!: number | null;
}

class ApiFailureStateDto {
  /** How many calls are still to fail. */
  @ApiProperty({ type: 'integer', example: 0 })
  times!: number;
  @ApiProperty({ type: 'integer', example: 500 })
  status!: number;
}

/** The lab as it stands: counters have run down by what was used of them. */
export class PaymentLabDto {
  @ApiProperty({ enum: NEXT_CONFIRMS, enumName: 'NextConfirm', nullable: true, example: null })
  nextConfirm!: NextConfirm | null;
  @ApiProperty()
  webhooks!: WebhookFailureStateDto;
  /** How many responses to browsers are still to be lost. */
  @ApiProperty({ type: 'integer', example: 0 })
  loseConfirmResponse!: number;
  @ApiProperty()
  failApi!: ApiFailureStateDto;
}

/** Only the fields that are the document's, whatever else the sandbox says. */
export const toPaymentLabDto = ({
  nextConfirm,
  webhooks,
  loseConfirmResponse,
  failApi,
}: PaymentLabDto): PaymentLabDto => ({
  nextConfirm,
  webhooks: { mode: webhooks.mode, delayMs: webhooks.delayMs, times: webhooks.times },
  loseConfirmResponse,
  failApi: { times: failApi.times, status: failApi.status },
});
