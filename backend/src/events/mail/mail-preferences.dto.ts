import { ApiProperty } from '@nestjs/swagger';
import { ArrayUnique, IsArray, IsIn } from 'class-validator';
import { MAIL_CHOICES, type MailChoice } from './mail-kinds.js';

export class SetMailPreferencesDto {
  /** What is not to be mailed; everything else is. */
  @ApiProperty({
    enum: MAIL_CHOICES,
    enumName: 'MailChoice',
    isArray: true,
    uniqueItems: true,
    example: ['low-stock'],
  })
  // of several messages the first one's is sent
  @IsArray({ message: 'Give a list of mails that are not wanted.' })
  @IsIn(MAIL_CHOICES, { each: true, message: `Each is one of ${MAIL_CHOICES.join(', ')}.` })
  @ArrayUnique({ message: 'Give each once.' })
  off!: MailChoice[];
}

export class MailPreferencesDto {
  /** What is not mailed. */
  @ApiProperty({ enum: MAIL_CHOICES, enumName: 'MailChoice', isArray: true })
  off!: MailChoice[];
}
