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
}
