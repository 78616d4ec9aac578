import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, type Caller, CurrentUser } from '../../common/access.js';
import { IdParam } from '../../common/fields.js';
import { ApiProblems } from '../../common/problem.js';
import { MailDto, MailsDto } from './mail.dto.js';
import { Mails } from './mails.service.js';

@ApiTags('mail')
@Controller()
export class MailsController {
  constructor(private readonly mails: Mails) {}

  /** The mails about an order, newest first */
  @Get('purchases/:id/mails')
  @Access('admin')
  @ApiOkResponse({ type: MailsDto })
  @ApiProblems(400, 404)
  listOrderMails(@Param() { id }: IdParam): Promise<MailsDto> {
    return this.mails.ofOrder(id);
  }

  /** Mails a link to pay an unpaid order to its customer */
  @Post('purchases/:id/pay-link/mail')
  @HttpCode(202)
  @Access('admin')
  @ApiAcceptedResponse({ type: MailDto })
  @ApiProblems(400, 404, 409)
  mailPayLink(@Param() { id }: IdParam, @CurrentUser() caller: Caller): Promise<MailDto> {
    return this.mails.sendPayLink(id, caller);
  }

  /** The mails of the last seven days that could not be sent, and that nobody has sent again */
  @Get('mails/failed')
  @Access('admin')
  @ApiOkResponse({ type: MailsDto })
  listFailedMails(): Promise<MailsDto> {
    return this.mails.failed();
  }

  /**
   * Sends a mail once more
   *
   * It says what it said, of what was true then, and goes to the address that the account, or the alert, has now.
   */
  @Post('mails/:id/send-again')
  @HttpCode(202)
  @Access('admin')
  @ApiAcceptedResponse({ type: MailDto })
  @ApiProblems(400, 404, 409)
  sendMailAgain(@Param() { id }: IdParam, @CurrentUser() caller: Caller): Promise<MailDto> {
    return this.mails.sendAgain(id, caller);
  }
}
