import { createSecretKey } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { PassportStrategy } from '@nestjs/passport';
import type { Model } from 'mongoose';
import passport from 'passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import type { Caller } from '../common/access.js';
import { CONFIG, type Config } from '../config.js';
import { callerOf } from '../users/caller.js';
import { User } from '../users/user.schema.js';
import { strategyName } from './token.guard.js';
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from './tokens.service.js';

/** The shop's own token: its user is read from the database on every call, so a demoted or removed one loses access at once. */
@Injectable()
export class ShopTokenStrategy extends PassportStrategy(Strategy) {
  override name = strategyName('shop-token');

  constructor(
    @Inject(CONFIG) { jwtSecret }: Config,
    @InjectModel(User.name) private readonly users: Model<User>,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      // a text would be tried as a public key first, which takes thirty times as long as checking the token
      secretOrKey: createSecretKey(Buffer.from(jwtSecret)) as unknown as Buffer,
      algorithms: ['HS256'],
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
    });
    passport.use(this.name, this);
  }

  /** The caller, or null for a token that names no user or never expires. */
  async validate({ sub, exp }: { sub?: unknown; exp?: unknown }): Promise<Caller | null> {
    if (typeof exp !== 'number' || typeof sub !== 'string' || !/^[0-9a-f]{24}$/.test(sub)) return null;
    const user = await this.users.findOne({ _id: sub, removingSince: null }).lean<User>();
    if (!user) return null;
    return callerOf(user);
  }
}
