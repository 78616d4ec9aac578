import { Injectable } from '@nestjs/common';
import passport from 'passport';
import { ExtractJwt } from 'passport-jwt';
import { FailedSignIns } from './failed-sign-ins.js';
import { IdentityVerifier } from './identity-verifier.js';
import { strategyName } from './token.guard.js';

const tokenOf = ExtractJwt.fromAuthHeaderAsBearerToken();

/** The identity provider's ID token. Its keys are the provider's and rotate, so jose verifies it instead of passport-jwt. */
@Injectable()
export class IdTokenStrategy extends passport.Strategy {
  override name = strategyName('id-token');

  constructor(
    private readonly identities: IdentityVerifier,
    private readonly failures: FailedSignIns,
  ) {
    super();
    passport.use(this.name, this);
  }

  override authenticate(request: Parameters<passport.Strategy['authenticate']>[0]): void {
    const token = tokenOf(request);
    if (!token) return this.fail(401);
    this.failures
      .watch(request.ip ?? '', () => this.identities.verify(token))
      .then((identity) => this.success(identity))
      .catch((error: unknown) => this.error(error));
  }
}
