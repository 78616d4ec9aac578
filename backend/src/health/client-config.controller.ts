import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { Access } from '../common/access.js';
import { CONFIG, type Config } from '../config.js';

class FirebaseConfigDto {
  @ApiProperty({ example: 'demo-key' })
  apiKey!: string;
  @ApiProperty({ example: 'shop.firebaseapp.com' })
  authDomain!: string;
  @ApiProperty({ example: 'shop' })
  projectId!: string;
}

class IdentityConfigDto {
  @ApiProperty()
  firebase!: FirebaseConfigDto;
  /** There with the local service: where the identity emulator is, on this origin. */
  @ApiPropertyOptional({ example: '/' })
  emulatorUrl?: string;
}

class PaymentsConfigDto {
  @ApiProperty({ example: 'pk_test_demo' })
  publishableKey!: string;
  /** There with the local service: the path of the payment sandbox; it selects the sandbox's card form. */
  @ApiPropertyOptional({ example: '/payments-sandbox' })
  apiUrl?: string;
}

export class ClientConfigDto {
  @ApiProperty()
  identity!: IdentityConfigDto;
  @ApiProperty()
  payments!: PaymentsConfigDto;
  /** Whether customers have to verify their address before their first order. */
  @ApiProperty({ example: false })
  requireVerifiedEmail!: boolean;
  /** Whether the shop sends mail; without it, it cannot tell anybody that a part is back in stock. */
  @ApiProperty({ example: true })
  sendsMail!: boolean;
}

@ApiTags('config')
@Controller()
export class ClientConfigController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** What the frontend needs at run time */
  @Get('config')
  @Access('public')
  @ApiOkResponse({ type: ClientConfigDto })
  getConfig(): ClientConfigDto {
    const { firebase, stripe, localServices, mail, requireVerifiedEmail } = this.config;
    return {
      identity: {
        firebase: { apiKey: firebase.apiKey, authDomain: firebase.authDomain, projectId: firebase.projectId },
        ...(localServices.identityUrl && { emulatorUrl: '/' }),
      },
      payments: {
        publishableKey: stripe.publishableKey,
        ...(localServices.paymentsUrl && { apiUrl: '/payments-sandbox' }),
      },
      requireVerifiedEmail,
      sendsMail: mail.smtpUrl !== '',
    };
  }
}
