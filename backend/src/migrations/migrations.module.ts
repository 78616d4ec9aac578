import { Inject, Injectable, Logger, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection, mongo } from 'mongoose';
import { CONFIG, type Config } from '../config.js';
import { assertNoDemoData } from './demo-data.js';
import { Migrator } from './migrator.js';

/** Migrates before the server listens, or refuses to start on a database that is behind, or is a demo's. */
@Injectable()
class MigrateOnStart implements OnApplicationBootstrap {
  private readonly logger = new Logger('Migrations');

  constructor(
    @InjectConnection() private readonly connection: Connection,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { db } = this.connection;
    if (!db) throw new mongo.MongoNotConnectedError('The database is not connected');
    if (!this.config.demo) await assertNoDemoData(db);
    const migrator = new Migrator(db, (line) => this.logger.log(line));
    await (this.config.migrateOnStart ? migrator.run() : migrator.assertCurrent());
  }
}

@Module({ providers: [MigrateOnStart] })
export class MigrationsModule {}
