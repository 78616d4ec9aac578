import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ID_SCHEMA } from '../../common/fields.js';
import { MAIL_KINDS, type MailKind } from './mail-kinds.js';
import { type Mail, MAIL_STATES, type MailState } from './mail.schema.js';

export class MailDto {
  @ApiProperty(ID_SCHEMA)
  _id!: string;

  @ApiProperty({ enum: MAIL_KINDS, enumName: 'MailKind' })
  kind!: MailKind;

  /** The address that it goes to; absent once the account is removed. */
  @ApiPropertyOptional({ example: 'customer@example.com' })
  to?: string;

  /** Whether it waits, was taken by the mail server, cannot be sent, or is not needed any more. */
  @ApiProperty({ enum: MAIL_STATES, enumName: 'MailState' })
  state!: MailState;

  /** Why it was not sent, or not yet. */
  @ApiPropertyOptional({ example: '550 5.1.1 No such mailbox' })
  reason?: string;

  /** When what it is about happened, or somebody asked for it. */
  @ApiProperty({ type: 'string', format: 'date-time' })
  at!: string;

  @ApiPropertyOptional({ type: 'string', format: 'date-time' })
  sentAt?: string;

  /** When an admin asked for the same mail once more, which is another mail. */
  @ApiPropertyOptional({ type: 'string', format: 'date-time' })
  sentAgainAt?: string;

  /** What it is about, such as an order's number. */
  @ApiProperty({ example: 'RM-7F4K-29QX' })
  label!: string;

  /** The order that it is about, if it is about one. */
  @ApiPropertyOptional({ ...ID_SCHEMA })
  orderId?: string;
}

export class MailsDto {
  /** Whether a mail server is configured. */
  @ApiProperty({ example: true })
  isConfigured!: boolean;

  /** Newest first, 100 at most. */
  @ApiProperty({ type: [MailDto] })
  mails!: MailDto[];
}

export function toMailDto({
  _id,
  kind,
  to,
  state,
  reason,
  at,
  sentAt,
  sentAgainAt,
  label,
  about,
}: Mail): MailDto {
  const [subject, id = ''] = about.split('/');
  return {
    _id: String(_id),
    kind,
    ...(to !== '' && { to }),
    state,
    ...(reason !== undefined && { reason }),
    at: at.toISOString(),
    ...(sentAt && { sentAt: sentAt.toISOString() }),
    ...(sentAgainAt && { sentAgainAt: sentAgainAt.toISOString() }),
    label,
    ...(subject === 'order' && { orderId: id }),
  };
}
