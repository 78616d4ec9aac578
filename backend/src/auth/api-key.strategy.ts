import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import passport from 'passport';
import { ExtractJwt } from 'passport-jwt';
import { hashOf, isOfOtherMode, isWellFormed } from '../api-keys/api-key.js';
import { ApiKey } from '../api-keys/api-key.schema.js';
import { ApiKeyUses } from '../api-keys/api-key-uses.service.js';
import type { Caller } from '../common/access.js';
import { NotSignedIn } from '../common/errors.js';
import { CONFIG, type Config } from '../config.js';
import { callerOf } from '../users/caller.js';
import { User } from '../users/user.schema.js';
import { strategyName } from './token.guard.js';

type Request = Parameters<passport.Strategy['authenticate']>[0];

const tokenOf = ExtractJwt.fromAuthHeaderAsBearerToken();

/**
 * An API key, found by its hash. What is wrong with one is said plainly: only who has the whole key learns whether it is revoked
 * or expired. The admin for whom it acts is read as well, so that it ends with their role.
 */
@Injectable()
export class ApiKeyStrategy extends passport.Strategy {
  override name = strategyName('api-key');

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @InjectModel(ApiKey.name) private readonly keys: Model<ApiKey>,
    @InjectModel(User.name) private readonly users: Model<User>,
    private readonly uses: ApiKeyUses,
  ) {
    super();
    passport.use(this.name, this);
  }

  override authenticate(request: Request): void {
    this.callerOf(tokenOf(request) ?? '')
      .then((caller) => this.success(caller))
      .catch((error: unknown) => this.error(error));
  }

  /** @throws NotSignedIn */
  private async callerOf(token: string): Promise<Caller> {
    const { demo } = this.config;
    if (isOfOtherMode(token, demo))
      throw new NotSignedIn(
        demo
          ? 'This is a demo. It takes keys that begin with rk_demo_.'
          : 'This API key is of a demo. It is of no use here.',
      );
    const key = isWellFormed(token, demo)
      ? await this.keys.findOne({ hash: hashOf(token) }).lean<ApiKey>()
      : null;
    if (!key) throw new NotSignedIn('There is no such API key.');
    if (key.revoked) throw new NotSignedIn('This API key was revoked.');
    if (key.expiresAt && key.expiresAt <= new Date()) throw new NotSignedIn('This API key has expired.');
    const owner = await this.users
      .findOne({ _id: key.createdBy, role: 'admin', removingSince: null })
      .lean<User>();
    if (!owner) throw new NotSignedIn('The admin for whom this API key acts is no admin any more.');
    this.uses.note(key);
    return { ...callerOf(owner), apiKey: { id: String(key._id), name: key.name, scopes: key.scopes } };
  }
}
