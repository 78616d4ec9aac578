import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayUnique, IsArray, IsIn } from 'class-validator';
import { MAIL_CHOICES, type MailChoice } from './mail-kinds.js';

export class SetMailPreferencesDto {
  /** What is not to be mailed; everything else is. */
  @ApiProperty({ enum: MAIL_CHOICES, enumName: 'MailChoice', isArray: true, example: ['stock-alerts'] })
  @IsIn(MAIL_CHOICES, { each: true })
  @ArrayUnique()
  @ArrayMaxSize(MAIL_CHOICES.length)
  @IsArray()
  off!: MailChoice[];
}

export class MailPreferencesDto {
  /** What the account has a choice of: mail about its own orders is always sent. */
  @ApiProperty({ enum: MAIL_CHOICES, enumName: 'MailChoice', isArray: true })
  choices!: MailChoice[];

  /** Those of them that are not mailed. */
  @ApiProperty({ enum: MAIL_CHOICES, enumName: 'MailChoice', isArray: true })
  off!: MailChoice[];
}
