import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, type Caller, CurrentUser } from '../../common/access.js';
import { ApiProblems } from '../../common/problem.js';
import { MailPreferencesDto, SetMailPreferencesDto } from './mail-preferences.dto.js';
import { MailPreferencesService } from './mail-preferences.service.js';

@ApiTags('mail')
@Controller('user/mail-preferences')
export class MailPreferencesController {
  constructor(private readonly preferences: MailPreferencesService) {}

  /** Which mails to admins the caller does not get */
  @Get()
  @Access('admin')
  @ApiOkResponse({ type: MailPreferencesDto })
  getMailPreferences(@CurrentUser() caller: Caller): Promise<MailPreferencesDto> {
    return this.preferences.get(caller);
  }

  /** Replaces what the caller does not want to be mailed */
  @Put()
  @Access('admin')
  @ApiOkResponse({ type: MailPreferencesDto })
  @ApiProblems(400)
  setMailPreferences(
    @Body() { off }: SetMailPreferencesDto,
    @CurrentUser() caller: Caller,
  ): Promise<MailPreferencesDto> {
    return this.preferences.set(off, caller);
  }
}
