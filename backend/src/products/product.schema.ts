import { Prop, raw, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type HydratedDocument, SchemaTypes, type Types } from 'mongoose';
import { AVAILABILITIES, type Availability } from './availability.js';
import type { Specs } from '../kinds/kind.js';
import type { PriceBreak } from './pricing.js';

/** What the restoring of a deleted product brings back. */
export interface Deleted {
  archived: boolean;
  sku?: string;
  externalId?: string;
}

const WHOLE = { type: Number, required: true, min: 1 };
const BREAK = raw({ _id: false, from: WHOLE, priceCents: WHOLE });

/** A part that the shop sells. A deleted product keeps its document, so that orders can return their stock. */
@Schema({ collection: 'products', timestamps: true, versionKey: 'version' })
export class Product {
  _id!: Types.ObjectId;

  @Prop({ type: String, required: true })
  name!: string;

  /** Lower-case words of the name, kind and description. */
  @Prop({ type: [String], required: true, select: false })
  words?: string[];

  /** What a search by words finds, see `tokensFor`. */
  @Prop({ type: [String], required: true, select: false })
  tokens?: string[];

  @Prop({ type: String, required: true })
  img!: string;

  /** The uploaded image that `img` names. */
  @Prop({ type: SchemaTypes.ObjectId })
  imageId?: Types.ObjectId;

  /** The unit price in whole cents. */
  @Prop({ type: Number, required: true, min: 1 })
  priceCents!: number;

  /** Prices by quantity; absent where the base price holds for any. `pricingErrors` has their rules. */
  @Prop({ type: [BREAK], default: undefined })
  breaks?: PriceBreak[];

  @Prop({ type: Number, required: true, min: 1 })
  minimumOQ!: number;

  /** Units of a pack, of which the minimum order is a multiple; absent where any quantity can be ordered. */
  @Prop({ type: Number, min: 2 })
  orderStep?: number;

  /** Units in stock; never below zero. Changed only by a conditional `$inc`. */
  @Prop({ type: Number, required: true, min: 0 })
  availableQ!: number;

  /** Units in unpaid orders of customers who had never paid; changed in the same update as the stock. */
  @Prop({ type: Number, default: 0, min: 0 })
  heldByNewCustomers?: number;

  /** `availabilityOf` the three numbers, kept here so that an index can serve it. */
  @Prop({ type: String, required: true, enum: AVAILABILITIES })
  availability!: Availability;

  @Prop({ type: Number })
  lowStockAt?: number;

  @Prop({ type: String, required: true })
  description!: string;

  /** The slug of its kind. */
  @Prop({ type: String })
  kind?: string;

  /** The values of its kind's specifications, by their keys; what is not known is not there. */
  @Prop({ type: SchemaTypes.Mixed })
  specs?: Specs;

  /** The shop's own number of the part, in upper case. */
  @Prop({ type: String })
  sku?: string;

  /** Who makes it, where that is not the shop. */
  @Prop({ type: String })
  manufacturer?: string;

  /** The manufacturer's numbers of it. */
  @Prop({ type: [String], default: undefined })
  partNumbers?: string[];

  /** The Global Trade Item Number, 8 to 14 digits. */
  @Prop({ type: String })
  gtin?: string;

  /** What another system calls it, such as an ERP; unique. */
  @Prop({ type: String })
  externalId?: string;

  /** When an admin took it off sale, archiving or deleting it; null while it is on sale. */
  @Prop({ type: Date, default: null })
  removedAt!: Date | null;

  /** Present on archived products only, so that their indexes hold no others. */
  @Prop({ type: Boolean })
  archived?: true;

  /** Present on products that were deleted. */
  @Prop({ type: raw({ archived: Boolean, sku: String, externalId: String }), _id: false })
  deleted?: Deleted;

  /** Units and number of the alerts that wait until it is back in stock; changed with the alerts, by the same transactions. */
  @Prop({ type: Number, default: 0, min: 0 })
  waitingUnits?: number;

  @Prop({ type: Number, default: 0, min: 0 })
  waitingAlerts?: number;

  /** Counts what admins changed and what orders moved: the version of the product's events, and of what the search knows. */
  @Prop({ type: Number })
  changes?: number;

  createdAt!: Date;
  updatedAt!: Date;
  version!: number;
}

export type ProductDocument = HydratedDocument<Product>;
export const ProductSchema = SchemaFactory.createForClass(Product);

// A list that is not filtered by availability asks for all of them, so that one index serves both: the rows of each are in
// order, and the database merges them.
ProductSchema.index({ removedAt: 1, availability: 1, createdAt: -1, _id: -1 });
ProductSchema.index({ removedAt: 1, availability: 1, priceCents: 1, _id: 1 });
ProductSchema.index({ removedAt: 1, availability: 1, name: 1, _id: 1 });
ProductSchema.index({ removedAt: 1, availability: 1, availableQ: 1, _id: 1 });
ProductSchema.index({ removedAt: 1, availability: 1, waitingUnits: 1, _id: 1 });
ProductSchema.index({ removedAt: 1, kind: 1, availability: 1, createdAt: -1, _id: -1 });
ProductSchema.index({ removedAt: 1, kind: 1, availability: 1, priceCents: 1, _id: 1 });
ProductSchema.index({ removedAt: 1, kind: 1, availability: 1, name: 1, _id: 1 });
ProductSchema.index({ removedAt: 1, kind: 1, availability: 1, availableQ: 1, _id: 1 });
ProductSchema.index({ removedAt: 1, kind: 1, availability: 1, waitingUnits: 1, _id: 1 });
// None with what an order changes: it would write all of a product's tokens again.
ProductSchema.index({ tokens: 1, createdAt: -1, _id: -1 });
ProductSchema.index({ tokens: 1, priceCents: 1, _id: 1 });
// archived products; their kind is compared
const ARCHIVED = { partialFilterExpression: { archived: true } };
ProductSchema.index({ archived: 1, availability: 1, createdAt: -1, _id: -1 }, ARCHIVED);
ProductSchema.index({ archived: 1, availability: 1, priceCents: 1, _id: 1 }, ARCHIVED);
ProductSchema.index({ archived: 1, availability: 1, name: 1, _id: 1 }, ARCHIVED);
ProductSchema.index({ archived: 1, availability: 1, availableQ: 1, _id: 1 }, ARCHIVED);
ProductSchema.index({ archived: 1, availability: 1, waitingUnits: 1, _id: 1 }, ARCHIVED);
ProductSchema.index({ sku: 1 }, { unique: true, partialFilterExpression: { sku: { $exists: true } } });
ProductSchema.index(
  { externalId: 1 },
  { unique: true, partialFilterExpression: { externalId: { $exists: true } } },
);
// the parts of a kind in any state, which an edit of the kind changes
ProductSchema.index({ kind: 1, _id: 1 });
ProductSchema.index({ imageId: 1 }, { partialFilterExpression: { imageId: { $exists: true } } });
