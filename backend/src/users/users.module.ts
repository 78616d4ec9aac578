import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { PurchasesModule } from '../purchases/purchases.module.js';
import { AccountRemovalService } from './account-removal.service.js';
import { RemovedIdentity, RemovedIdentitySchema, User, UserSchema } from './user.schema.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: User.name, schema: UserSchema },
      { name: RemovedIdentity.name, schema: RemovedIdentitySchema },
    ]),
    PurchasesModule,
  ],
  controllers: [UsersController],
  providers: [UsersService, AccountRemovalService],
  exports: [MongooseModule],
})
export class UsersModule {}
