import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { Caller } from '../../common/access.js';
import { NotFound, StaleVersion } from '../../common/errors.js';
import { matchingVersion, namesVersion, withVersion } from '../../common/versions.js';
import { CONFIG, type Config } from '../../config.js';
import { inTransaction } from '../../database/transaction.js';
import { type AddressDto, toAddressDto } from '../../delivery/address.dto.js';
import type { DeliverySettings } from '../../delivery/delivery-settings.schema.js';
import { DeliverySettingsService } from '../../delivery/delivery-settings.service.js';
import { WrongState } from '../purchase-errors.js';
import { assertSameDestination, cannotEditAddress, isAddressEditable } from './address-change.js';
import { addressFields, destinationOf } from './new-order.js';
import { searchFieldsOfOrder } from './order-words.js';
import { type Change, OrderChanges } from './order-changes.service.js';
import { OrderTransitions } from './order-transitions.service.js';
import { type OrderDto, toOrderDto } from './order.dto.js';
import { asAdmin, type Order } from './order.schema.js';

const shown = (order: Order): OrderDto => withVersion(toOrderDto('admin')(order), order.version);

/** Changes where an order goes, before anything of it has shipped. */
@Injectable()
export class OrderAddresses {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly changes: OrderChanges,
    private readonly transitions: OrderTransitions,
    private readonly delivery: DeliverySettingsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * The former address is kept in the order's timeline, for admins and its customer. The same one again changes nothing.
   *
   * @throws NotFound, StaleVersion, WrongState, OtherDestination
   */
  async change(id: string, body: AddressDto, ifMatch: string, caller: Caller): Promise<OrderDto> {
    const settings = await this.delivery.current();
    const changed = await inTransaction(this.connection, (session) =>
      this.changes.change(
        session,
        { _id: id, where: matchingVersion(ifMatch) },
        (order) => this.changeOf(order, body, settings),
        asAdmin(caller),
      ),
    );
    if (changed) return shown(changed);
    const order = await this.transitions.find(id);
    if (!order) throw new NotFound('order');
    if (!namesVersion(ifMatch, order.version)) throw new StaleVersion('order');
    return shown(order);
  }

  /** Undefined when it has that address. */
  private changeOf(order: Order, body: AddressDto, settings: DeliverySettings): Change | undefined {
    if (!isAddressEditable(order)) throw new WrongState(cannotEditAddress(order));
    const { shopCountry } = this.config.delivery;
    const wanted = toAddressDto(body);
    assertSameDestination(order, destinationOf(wanted, shopCountry), settings, shopCountry);
    // it is the same one, however it was typed
    const charged = order.shippingAddress?.region;
    const address = { ...wanted, ...(charged && { region: charged }) };
    const { company: _former, ...others } = order;
    const changed = addressFields(address);
    if (isDeepStrictEqual(address, order.shippingAddress)) return undefined;
    return {
      set: { company: undefined, ...changed, ...searchFieldsOfOrder(others, changed) },
      what: 'address-changed',
      note: order.address,
    };
  }
}
