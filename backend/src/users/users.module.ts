import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AccountDirectory } from '../purchases/account-directory.js';
import { PurchasesModule } from '../purchases/purchases.module.js';
import { AccountRemovalService } from './account-removal.service.js';
import { RolesService } from './roles.service.js';
import { UserDirectory } from './user-directory.js';
import { RemovedIdentity, RemovedIdentitySchema, User, UserSchema } from './user.schema.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

/** Global for its `AccountDirectory`: features that users depends on cannot import this module. */
@Global()
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: User.name, schema: UserSchema },
      { name: RemovedIdentity.name, schema: RemovedIdentitySchema },
    ]),
    PurchasesModule,
  ],
  controllers: [UsersController],
  providers: [
    UsersService,
    RolesService,
    AccountRemovalService,
    { provide: AccountDirectory, useClass: UserDirectory },
  ],
  exports: [MongooseModule, AccountDirectory],
})
export class UsersModule {}
