import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { RateLimitsModule } from '../rate-limits/rate-limits.module.js';
import { UserLimitGuard } from '../rate-limits/user-limit.guard.js';
import { CONFIG, type Config } from '../config.js';
import { UsersModule } from '../users/users.module.js';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { AccessGuard } from './access.guard.js';
import { ApiKeyStrategy } from './api-key.strategy.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { FailedSignIns } from './failed-sign-ins.js';
import { IdentityVerifier } from './identity-verifier.js';
import { IdTokenStrategy } from './id-token.strategy.js';
import { ShopTokenStrategy } from './shop-token.strategy.js';
import { TOKEN_AUDIENCE, TOKEN_ISSUER, TOKEN_MINUTES, TokensService } from './tokens.service.js';

@Module({
  imports: [
    RateLimitsModule,
    UsersModule,
    ApiKeysModule,
    JwtModule.registerAsync({
      inject: [CONFIG],
      useFactory: ({ jwtSecret }: Config) => ({
        secret: jwtSecret,
        signOptions: {
          algorithm: 'HS256',
          expiresIn: TOKEN_MINUTES * 60,
          issuer: TOKEN_ISSUER,
          audience: TOKEN_AUDIENCE,
        },
      }),
    }),
  ],
  controllers: [AuthController],
  providers: [
    ApiKeyStrategy,
    AuthService,
    FailedSignIns,
    IdentityVerifier,
    IdTokenStrategy,
    ShopTokenStrategy,
    TokensService,
    // In this order: who may call, then limits by user.
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: UserLimitGuard },
  ],
  exports: [TokensService],
})
export class AuthModule {}
