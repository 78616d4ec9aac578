import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Lease } from '../src/jobs/lease.js';
import { Leases } from '../src/jobs/leases.js';
import { eventually } from './commerce.js';
import { type Shop, startShop } from './harness.js';

let shop: Shop;
let replica: Shop;

beforeAll(async () => {
  shop = await startShop();
  replica = await startShop({ MONGODB_URI: shop.config.mongodbUri });
});
afterAll(async () => {
  await replica.close();
  await shop.close();
});

const leasesOf = ({ app }: Shop): Leases => app.get(Leases, { strict: false });
const HOUR = 3_600_000;
/** As if the time of a lease were over, for everybody but its holder. */
const end = (name: string) =>
  shop.db
    .collection<{ _id: string }>('leases')
    .updateOne({ _id: name }, { $set: { until: new Date(Date.now() - 1) } });

describe('a lease', () => {
  it('is taken by one process at a time', async () => {
    for (let n = 0; n < 10; n += 1) {
      const processes = [shop, replica, shop, replica];
      const taken = await Promise.all(processes.map((which) => leasesOf(which).take(`race-${n}`, HOUR)));
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect(taken.find(Boolean)!.isHeld).toBe(true);
    }
  });

  it('is free once it is released, or its time is over', async () => {
    const first = (await leasesOf(shop).take('free', HOUR))!;
    expect(await leasesOf(replica).take('free', HOUR)).toBeUndefined();
    await first.release();
    expect(first.isHeld).toBe(false);
    expect(await leasesOf(replica).take('free', HOUR)).toBeDefined();
    await end('free');
    expect(await leasesOf(shop).take('free', HOUR)).toBeDefined();
  });

  it('that another process has taken over is neither renewed nor released', async () => {
    const slow = (await leasesOf(shop).take('slow', HOUR))!;
    expect(await slow.renew()).toBe(true);
    await end('slow');
    const other = (await leasesOf(replica).take('slow', HOUR))!;
    expect(await slow.renew()).toBe(false);
    expect(slow.isHeld).toBe(false);
    await slow.release();
    expect(await other.renew()).toBe(true);
    expect(other.isHeld).toBe(true);
  });

  it('is renewed while its work lasts, and is free when that ends or fails', async () => {
    let held: Lease | undefined;
    let finish = (): void => undefined;
    const work = leasesOf(shop).hold('work', 300, async (lease) => {
      held = lease;
      await new Promise<void>((done) => (finish = done));
      throw new Error('It failed');
    });
    await eventually(() => held !== undefined, 'it works');
    const first = await leasesOf(shop).endOf('work');
    await eventually(async () => (await leasesOf(shop).endOf('work'))! > first!, 'it is renewed');
    expect(await leasesOf(replica).hold('work', HOUR, () => Promise.reject(new Error('never')))).toBe(false);
    finish();
    await expect(work).rejects.toThrow('It failed');
    expect(held!.isHeld).toBe(false);
    expect(await leasesOf(replica).hold('work', HOUR, async () => undefined)).toBe(true);
  });

  it('is released after a renewal that is on its way when its work ends', async () => {
    const done: string[] = [];
    let goOn = (): void => undefined;
    const mayGoOn = new Promise<void>((go) => (goOn = go));
    const work = leasesOf(shop).hold('late', 90, async (lease) => {
      const [renew, release] = [lease.renew.bind(lease), lease.release.bind(lease)];
      vi.spyOn(lease, 'release').mockImplementation(() => {
        done.push('released');
        return release();
      });
      await new Promise<void>((isRenewing) => {
        vi.spyOn(lease, 'renew').mockImplementation(async () => {
          isRenewing();
          await mayGoOn;
          done.push('renewed');
          return renew();
        });
      });
    });
    await new Promise((next) => setTimeout(next, 200));
    goOn();
    await work;
    expect(done).toEqual(['renewed', 'released']);
  });
});
