import { JwtService } from '@nestjs/jwt';
import { Types } from 'mongoose';
import { StockAlertMails } from '../src/stock-alerts/stock-alert-mails.js';
import { StockAlert } from '../src/stock-alerts/stock-alert.schema.js';
import type { Settings, Shop } from './harness.js';

/** Of a shop that takes requests for alerts; no mail arrives, which has specs of its own. */
export const WITH_MAIL: Settings = { SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'https://shop.example' };

interface StoredEvent {
  type: string;
  version: number;
  payload: object;
}

/** How specs ask for alerts, and read what the mails about them would say. */
export function stockAlertCalls(given: () => Shop) {
  const mails = () => given().app.get(StockAlertMails, { strict: false });
  const request = (productId: string, email: string, units = 5) =>
    given().call('POST', `/items/${productId}/stock-alerts`, { body: { email, units } });
  const find = (filter: object) =>
    given().db.model<StockAlert>(StockAlert.name).findOne(filter).lean<StockAlert>();
  const of = async (productId: string, email: string): Promise<StockAlert> => {
    const found = await find({ productId, email });
    if (!found) throw new Error(`Nobody waits for ${productId} as ${email}`);
    return found;
  };
  const pathsOf = async (productId: string, email: string) => {
    const facts = await mails().factsOf(String((await of(productId, email))._id));
    if (!facts) throw new Error('No mail would be sent');
    return facts;
  };
  return {
    request,
    find,
    of,
    pathsOf,
    /** Asks, and opens the mailed link. */
    async wait(productId: string, email: string, units = 5): Promise<StockAlert> {
      const { status } = await request(productId, email, units);
      const { confirmPath } = await pathsOf(productId, email);
      const confirmed = await given().call('POST', confirmPath);
      if (status !== 202 || confirmed.status !== 200)
        throw new Error(`${status}, ${confirmed.status}: ${JSON.stringify(confirmed.body)}`);
      return of(productId, email);
    },
    /** The events of one alert, or of one product's stock, in their order. */
    async eventsOf(subject: string): Promise<StoredEvent[]> {
      const found = given().db.collection<StoredEvent & { subject: string }>('outbox').find({ subject });
      return found.sort({ version: 1 }).toArray();
    },
  };
}

const jwt = new JwtService();

/** A link's token as the shop signs it, of whatever a spec wants. */
export const alertToken = (
  shop: Shop,
  link: 'confirm' | 'stop',
  payload: object,
  secret = shop.config.jwtSecret,
) =>
  jwt.signAsync(
    { sub: new Types.ObjectId().toHexString(), ...payload },
    {
      secret,
      algorithm: 'HS256',
      audience: `rapid-manufacturer-stock-alert-${link}`,
      issuer: 'rapid-manufacturer',
    },
  );
