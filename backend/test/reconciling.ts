import { Types } from 'mongoose';
import { expect } from 'vitest';
import type { Product } from '../src/products/product.schema.js';
import { ReconciliationJob } from '../src/reports/reconciliation/reconciliation.job.js';
import type { Pass } from '../src/reports/reconciliation/reconciliation.schema.js';
import { type Buying, buying } from './buying.js';
import { type Commerce, eventually, type Sandbox, startCommerce } from './commerce.js';
import { type ApiResponse, type Settings, type Shop, startShop, type TestUser } from './harness.js';

export interface ReconciliationRow {
  finding: string;
  action: string;
  intentId: string;
  detail: string;
  foundAt?: string;
}

interface ListedPass {
  endedAt?: string;
  compared?: number;
  inProgress?: number;
}

/** Payments are made so long ago that the list of the last day compares none of them. */
const OLD_SECONDS = 400 * 86_400;

/** A shop whose payments and orders are compared when a spec says so. */
export class Reconciling {
  readonly steps: Buying;

  private constructor(
    readonly shop: Commerce,
    readonly admin: TestUser,
    readonly customer: TestUser,
    readonly product: Product,
  ) {
    this.steps = buying(shop);
  }

  static async start(): Promise<Reconciling> {
    const shop = await startCommerce();
    const admin = await shop.user({ role: 'admin' });
    return new Reconciling(shop, admin, await shop.user(), await shop.product({ availableQ: 1_000_000 }));
  }

  /** One run of the job, of this shop or of another process of it. */
  run(of: Shop = this.shop): Promise<void> {
    return of.app.get(ReconciliationJob, { strict: false }).run();
  }

  get passes() {
    return this.shop.db.collection<Pass>('reconciliation_passes');
  }

  get kept() {
    return this.shop.db.collection('reconciliation_findings');
  }

  /** Begins all passes again, as if their time had come, and runs them to their ends. */
  async compareAll(of: Shop = this.shop): Promise<void> {
    await this.passes.deleteMany({});
    await eventually(async () => {
      await this.run(of);
      return (await this.passes.countDocuments({ endedAt: { $exists: true } })) === 4;
    }, 'everything is compared');
  }

  async list(of: Shop = this.shop) {
    const { body } = await of.call('GET', '/payments/reconciliation?days=1', { as: this.admin });
    return body as { items: ReconciliationRow[]; passes: Record<'payments' | 'orders', ListedPass> };
  }

  async rowsOf(intentId: string, of: Shop = this.shop): Promise<ReconciliationRow[]> {
    return (await this.list(of)).items.filter((row) => row.intentId === intentId);
  }

  resolve(intentId: string, action: string): Promise<ApiResponse> {
    return this.shop.call('POST', `/payments/reconciliation/${intentId}/${action}`, { as: this.admin });
  }

  /** An old payment for an order, in a sandbox. @returns its intent */
  async imported(
    orderId: string,
    sandbox: Sandbox = this.shop.sandbox,
    fields: object = {},
  ): Promise<string> {
    const created = Math.floor(Date.now() / 1_000) - OLD_SECONDS;
    const id = `pi_old${String(new Types.ObjectId())}`;
    const row = { id, amount: 20_000, currency: 'usd', created, metadata: { orderId }, ...fields };
    await sandbox.import([row]);
    return row.id;
  }

  /** An order paid by an old payment. */
  async oldOrder(): Promise<{ orderId: string; intentId: string }> {
    const { _id: orderId } = await this.steps.order(this.customer, this.product);
    const intentId = await this.imported(orderId);
    expect(await this.resolve(intentId, 'confirm')).toMatchObject({ status: 200 });
    return { orderId, intentId };
  }

  /** Another process of the shop. */
  again(settings: Settings = {}): Promise<Shop> {
    const { config, sandbox } = this.shop;
    return startShop({ MONGODB_URI: config.mongodbUri, PAYMENTS_SANDBOX_URL: sandbox.url, ...settings });
  }
}
