import { Body, Controller, Put } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access, ApiEmailParam, CurrentIdentity, EmailParam, type Identity } from '../common/access.js';
import { Email } from '../common/fields.js';
import { Limit } from '../common/rate-limit.js';
import { ApiProblems } from '../common/problem.js';
import { AuthService } from './auth.service.js';

export class ExchangeTokenDto {
  /** The same address as in the path. */
  @Email()
  email!: string;
}

export class TokenDto {
  /** The shop's own JWT, good for 15 minutes; this call renews it. */
  @ApiProperty({ example: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI2NjVmMWMyYSJ9.c2lnbmF0dXJl' })
  token!: string;
}

@ApiTags('auth')
@Controller()
export class AuthController {
  constructor(private readonly auth: AuthService) {}

  /** Exchanges the identity provider's ID token for the shop's own; creates the user on first sight */
  @Put('user/:email')
  @Access('identity-token')
  @Limit('signIn')
  @ApiEmailParam()
  @ApiOkResponse({ type: TokenDto })
  @ApiProblems(400)
  async exchangeToken(
    @EmailParam() email: string,
    @Body() body: ExchangeTokenDto,
    @CurrentIdentity() identity: Identity,
  ): Promise<TokenDto> {
    return { token: await this.auth.exchange(identity, email, body.email) };
  }
}
