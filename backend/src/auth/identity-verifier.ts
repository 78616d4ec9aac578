import { Inject, Injectable } from '@nestjs/common';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify, UnsecuredJWT } from 'jose';
import type { Identity } from '../common/access.js';
import { DependencyDown, NotAllowed, NotSignedIn } from '../common/errors.js';
import { isEmail, lowerEmail, withoutControls } from '../common/fields.js';
import { isImageUrl } from '../images/image-url.js';
import { CONFIG, type Config } from '../config.js';

const REQUIRED = ['exp', 'iat', 'sub', 'auth_time'];
/** Seconds by which the provider's clock may differ from ours. */
const CLOCK_TOLERANCE = 5;
/**
 * How old a token may be, in seconds. It is good for an hour, also after its account was disabled, deleted or given a new
 * password; the provider issues no new one for such an account.
 */
const MAX_TOKEN_AGE = 5 * 60;

/** Failures of the token itself; every other one is a failure to get the provider's keys. */
const TOKEN_ERRORS = [
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
];

/**
 * Verifies the identity provider's ID tokens as Firebase asks: RS256 by one of its published keys, issuer, audience,
 * expiry, a subject, a sign-in time in the past, and that it was issued just now. The emulator's unsigned tokens are believed in demo mode with the
 * emulator configured, and nowhere else.
 */
@Injectable()
export class IdentityVerifier {
  private readonly expected;
  private readonly keys;
  private readonly unsigned: boolean;

  constructor(@Inject(CONFIG) { firebase, demo, localServices }: Config) {
    this.unsigned = demo && localServices.identityUrl !== '';
    this.expected = {
      issuer: `https://securetoken.google.com/${firebase.projectId}`,
      audience: firebase.projectId,
      requiredClaims: REQUIRED,
      clockTolerance: CLOCK_TOLERANCE,
      maxTokenAge: MAX_TOKEN_AGE,
    };
    this.keys = createRemoteJWKSet(new URL(firebase.jwksUrl), { timeoutDuration: 3_000 });
  }

  /**
   * What a token says about its bearer.
   * @throws NotSignedIn when it proves nothing, NotAllowed when it has no e-mail, DependencyDown when the keys cannot be had
   */
  async verify(token: string): Promise<Identity> {
    return identityOf(await this.claimsOf(token));
  }

  private async claimsOf(token: string): Promise<JWTPayload> {
    try {
      if (this.unsigned) return UnsecuredJWT.decode(token, this.expected).payload;
      return (await jwtVerify(token, this.keys, { ...this.expected, algorithms: ['RS256'] })).payload;
    } catch (error) {
      if (TOKEN_ERRORS.some((kind) => error instanceof kind))
        throw new NotSignedIn('The sign-in is not valid; sign in again.');
      throw new DependencyDown('The sign-in service');
    }
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function identityOf(claims: JWTPayload): Identity {
  const { sub, auth_time: authTime, email, email_verified: verified, name, picture } = claims;
  const now = Date.now() / 1_000 + CLOCK_TOLERANCE;
  // jose does not check that it is a string
  if (typeof sub !== 'string' || !sub || sub.length > 128) throw new NotSignedIn('The sign-in names nobody.');
  if (typeof authTime !== 'number' || !(authTime <= now))
    throw new NotSignedIn('The sign-in lies in the future.');
  const address = lowerEmail(textOf(email));
  if (!isEmail(address)) throw new NotAllowed('This account has no e-mail address.');
  return {
    uid: sub,
    email: address,
    emailVerified: verified === true,
    name: withoutControls(textOf(name)).trim().slice(0, 100),
    photo: isImageUrl(picture) ? (picture as string) : '',
    authTime: Math.floor(authTime),
  };
}
