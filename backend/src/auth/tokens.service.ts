import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';

export const TOKEN_ISSUER = 'rapid-manufacturer';
export const TOKEN_AUDIENCE = 'rapid-manufacturer-api';
export const TOKEN_MINUTES = 15;

/** The shop's own tokens: HS256, 15 minutes, naming nothing but the user's `_id`. */
@Injectable()
export class TokensService {
  constructor(private readonly jwt: JwtService) {}

  /** A token of the user with this `_id`. */
  issue(userId: string): Promise<string> {
    return this.jwt.signAsync({}, { subject: userId });
  }

  /** The `_id` of a token's user, or undefined for a token that is expired, forged or not ours. */
  async userIdOf(token: string): Promise<string | undefined> {
    try {
      const { sub, exp } = await this.jwt.verifyAsync<{ sub?: unknown; exp?: unknown }>(token);
      // one without an end passes verification, and none of ours is without
      if (typeof exp !== 'number') return undefined;
      return typeof sub === 'string' && /^[0-9a-f]{24}$/.test(sub) ? sub : undefined;
    } catch {
      return undefined;
    }
  }
}
