import { Inject, Injectable } from '@nestjs/common';
import { JwtService, TokenExpiredError } from '@nestjs/jwt';
import { CONFIG, type Config } from '../config.js';

const ISSUER = 'rapid-manufacturer';

/** What a token is for; `expires` is whether it does so at all. */
export interface LinkTarget {
  id: string;
  expires: boolean;
  /** What else it was issued with. */
  claims: Record<string, unknown>;
}

/** The signed part of a link that needs no sign-in: HS256, naming the `_id` of what it opens and nobody. */
@Injectable()
export class LinkTokens {
  private readonly jwt: JwtService;

  constructor(@Inject(CONFIG) { jwtSecret }: Config) {
    this.jwt = new JwtService({ secret: jwtSecret });
  }

  /**
   * @param audience what the link does; a token for one purpose is none for another, nor for a sign-in
   * @param claims what the link does it with
   */
  issue(
    audience: string,
    id: string,
    expiresAt?: Date,
    claims: Record<string, number> = {},
  ): Promise<string> {
    const expiry = expiresAt && { exp: Math.floor(expiresAt.getTime() / 1_000) };
    return this.jwt.signAsync(
      { ...claims, ...expiry },
      {
        subject: id,
        algorithm: 'HS256',
        audience,
        issuer: ISSUER,
        noTimestamp: true,
      },
    );
  }

  /** @param lateSeconds for how long it is still taken after it has expired */
  async read(audience: string, token: string, lateSeconds = 0): Promise<LinkTarget | 'expired' | 'invalid'> {
    try {
      const { sub, exp, ...claims } = await this.jwt.verifyAsync<Record<string, unknown>>(token, {
        algorithms: ['HS256'],
        audience,
        issuer: ISSUER,
        clockTolerance: lateSeconds,
      });
      const isId = typeof sub === 'string' && /^[0-9a-f]{24}$/.test(sub);
      return isId ? { id: sub, expires: typeof exp === 'number', claims } : 'invalid';
    } catch (error) {
      return error instanceof TokenExpiredError ? 'expired' : 'invalid';
    }
  }
}
