import { Inject, Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Connection, type Model, Types } from 'mongoose';
import { AuditLog } from '../audit/audit-log.service.js';
import { changedFields } from '../audit/changed-fields.js';
import type { Caller } from '../common/access.js';
import { InvalidInput, StaleVersion } from '../common/errors.js';
import { toCents } from '../common/money.js';
import { namesVersion, withVersion } from '../common/versions.js';
import { CONFIG, type Config } from '../config.js';
import { retryIfTaken } from '../database/database.js';
import { inTransaction } from '../database/transaction.js';
import { carriersOf } from './carriers.js';
import { comparable } from './charges.js';
import {
  type CarriersDto,
  type DeliveryMethodsDto,
  type DeliverySettingsDto,
  type SaveDeliverySettingsDto,
  toDeliveryMethodDto,
  toDeliverySettingsDto,
} from './delivery.dto.js';
import { DeliverySettings } from './delivery-settings.schema.js';

const NONE: DeliverySettings = { _id: 'shop', methods: [], taxRates: [], version: 0 };

/** The indexes of those that an earlier one equals. */
const repeated = (keys: readonly string[]): number[] =>
  keys.flatMap((key, n) => (keys.indexOf(key) < n ? [n] : []));

/** @throws InvalidInput for a method's or carrier's name, or a rate's country and region, that stands there twice */
function refuseRepeats({ methods, taxRates, carriers = [] }: SaveDeliverySettingsDto): void {
  const names = methods.map(({ name }) => comparable(name));
  const carrierNames = carriers.map(({ name }) => comparable(name));
  const places = taxRates.map(({ country, region = '' }) => `${country} ${comparable(region)}`);
  const errors = {
    ...Object.fromEntries(repeated(names).map((n) => [`methods.${n}.name`, 'Another method has this name.'])),
    ...Object.fromEntries(
      repeated(places).map((n) => [`taxRates.${n}.region`, 'There is another rate for this place.']),
    ),
    ...Object.fromEntries(
      repeated(carrierNames).map((n) => [`carriers.${n}.name`, 'Another carrier has this name.']),
    ),
  };
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
}

/** @throws InvalidInput for an `_id` that no method has, or that stands there twice */
function refuseUnknown({ methods }: SaveDeliverySettingsDto, before: DeliverySettings): void {
  const known = new Set(before.methods.map(({ _id }) => String(_id)));
  const errors: Record<string, string> = {};
  for (const [n, { _id }] of methods.entries())
    if (_id !== undefined && !known.delete(_id.toLowerCase()))
      errors[`methods.${n}._id`] = 'There is no such method, or it stands there twice.';
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
}

const fieldsOf = (
  { methods, taxRates, carriers }: SaveDeliverySettingsDto,
  before: DeliverySettings,
): Pick<DeliverySettings, 'methods' | 'taxRates' | 'carriers'> => ({
  methods: methods.map(({ _id, name, price, freeFrom, workingDays, countries }) => ({
    _id: new Types.ObjectId(_id),
    name,
    priceCents: toCents(price),
    ...(freeFrom !== undefined && { freeFromCents: toCents(freeFrom) }),
    workingDays,
    countries,
  })),
  taxRates: taxRates.map(({ country, region, rate, isIncluded }) => ({
    country,
    ...(region !== undefined && { region }),
    rate,
    isIncluded,
  })),
  carriers: (carriers ?? before.carriers ?? []).map(({ name, trackingUrl }) => ({ name, trackingUrl })),
});

const membersOf = ({ methods, taxRates, carriers }: DeliverySettingsDto) => ({ methods, taxRates, carriers });

/** Delivery methods, tax rates and carriers, as admins set them. */
@Injectable()
export class DeliverySettingsService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @InjectConnection() private readonly connection: Connection,
    @InjectModel(DeliverySettings.name) private readonly settings: Model<DeliverySettings>,
    private readonly audit: AuditLog,
  ) {}

  /** The settings as they are; empty ones before any were set. */
  async current(session?: ClientSession): Promise<DeliverySettings> {
    const settings = await this.settings
      .findById(NONE._id)
      .session(session ?? null)
      .lean<DeliverySettings>();
    return settings ?? NONE;
  }

  async methods(): Promise<DeliveryMethodsDto> {
    const { methods } = await this.current();
    const sorted = methods.toSorted((a, b) => a.priceCents - b.priceCents || a.workingDays - b.workingDays);
    return { shopCountry: this.config.delivery.shopCountry, methods: sorted.map(toDeliveryMethodDto) };
  }

  /** The carriers that a shipment can name with a page to follow it. */
  async carriers(): Promise<CarriersDto> {
    return { carriers: carriersOf((await this.current()).carriers ?? []) };
  }

  async get(): Promise<DeliverySettingsDto> {
    const settings = await this.current();
    return withVersion(toDeliverySettingsDto(settings), settings.version);
  }

  /** Changes nothing where nothing differs. @throws InvalidInput, StaleVersion */
  async replace(
    settings: SaveDeliverySettingsDto,
    ifMatch: string,
    by: Caller,
  ): Promise<DeliverySettingsDto> {
    refuseRepeats(settings);
    return inTransaction(this.connection, async (session) => {
      const before = await this.current(session);
      if (!namesVersion(ifMatch, before.version))
        throw new StaleVersion('list of delivery methods and tax rates');
      refuseUnknown(settings, before);
      const fields = fieldsOf(settings, before);
      const result = toDeliverySettingsDto(fields);
      const changed = changedFields(membersOf(toDeliverySettingsDto(before)), membersOf(result));
      if (Object.keys(changed.after).length === 0) return withVersion(result, before.version);
      const after = await this.settings
        .findOneAndUpdate(
          { _id: NONE._id },
          { $set: fields, $inc: { version: 1 } },
          { session, upsert: true, returnDocument: 'after' },
        )
        .lean<DeliverySettings>()
        .catch(retryIfTaken);
      await this.audit.record(session, by, {
        action: 'delivery-settings.updated',
        entity: 'delivery-settings',
        entityId: NONE._id,
        label: 'Delivery and tax',
        ...changed,
      });
      return withVersion(result, after.version);
    });
  }
}
