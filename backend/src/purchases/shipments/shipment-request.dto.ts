import { Id, IdParam, Line, Optional } from '../../common/fields.js';
import { type NamedUnitsDto, UnitsOfLines } from '../orders/order-line.dto.js';

/** How a shipment is followed. */
export class TrackingDto {
  /** Who delivers it; the page that follows it is known of those that `GET /delivery/carriers` lists. */
  @Optional()
  @Line(60, 'Enter a carrier.', 'UPS', { required: false })
  carrier?: string;

  @Optional()
  @Line(60, 'Enter a tracking number.', '1Z999AA10123456784', { required: false })
  trackingNumber?: string;
}

export class CreateShipmentDto extends TrackingDto {
  @UnitsOfLines({
    description: 'The units that leave together, each product once; without it, all that are left.',
  })
  lines?: NamedUnitsDto[];
}

export class UndoShipmentDto {
  /** Why, for other admins; the customer does not see it. */
  @Line(300, 'Reason is Required', 'The parcel never left.')
  reason!: string;
}

/** The ids of a path: an order's, and one of its shipments'. */
export class ShipmentParams extends IdParam {
  @Id({ description: "The shipment's `_id`." })
  shipmentId!: string;
}
