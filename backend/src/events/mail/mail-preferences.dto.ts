import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayUnique, IsArray, IsIn } from 'class-validator';
import { MAIL_CHOICES, type MailChoice } from './mail-kinds.js';

export class SetMailPreferencesDto {
  /** What is not to be mailed; everything else is. */
  @ApiProperty({ enum: MAIL_CHOICES, enumName: 'MailChoice', isArray: true, example: ['low-stock'] })
  @IsIn(MAIL_CHOICES, { each: true })
  @ArrayUnique()
  @ArrayMaxSize(MAIL_CHOICES.length)
  @IsArray()
  off!: MailChoice[];
}

export class MailPreferencesDto {
  /** What is not mailed. */
  @ApiProperty({ enum: MAIL_CHOICES, enumName: 'MailChoice', isArray: true })
  off!: MailChoice[];
}
