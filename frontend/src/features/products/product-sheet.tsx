import type { ReactNode } from 'react';
import type { Product } from '../../api/types';
import { count, money } from '../../lib/format';
import { ProductImage, SHEET_IMAGE_SIZES } from './product-image';
import { AvailabilityTag } from './availability-tag';
import { PriceTable } from './price-table';
import { orderableUnits, totalAt } from './pricing';
import './product-sheet.css';

interface ProductSheetProps {
  product: Product;
  /** What can be done with it: a button, or the whole form. */
  children: ReactNode;
}

/** A product on a page of its own: image, figures, text. */
export function ProductSheet({ product, children }: ProductSheetProps) {
  const { name, img, price, minimumOQ, orderStep, description, kind, kindLabel, availability } = product;
  return (
    <article className="sheet wrap">
      <div className="sheet__show">
        <ProductImage src={img} alt={name} sizes={SHEET_IMAGE_SIZES} first className="sheet__image" />
      </div>
      <div className="sheet__text">
        <div className="sheet__head">
          {kind && <p className="sheet__kind">{kindLabel ?? kind}</p>}
          <h1>{name}</h1>
          <AvailabilityTag availability={availability} />
        </div>
        <p className="sheet__price num">
          {money(price)} <span>a unit</span>
        </p>
        <p className="sheet__about">{description}</p>
        <dl className="sheet__facts num">
          <div>
            <dt>Minimum order</dt>
            <dd>{count(minimumOQ)} units</dd>
          </div>
          <div>
            <dt>Available</dt>
            <dd>{count(orderableUnits(product))} units</dd>
          </div>
          {orderStep && (
            <div>
              <dt>Sold in packs of</dt>
              <dd>{count(orderStep)} units</dd>
            </div>
          )}
          <div>
            <dt>Smallest order</dt>
            <dd>{money(totalAt(product, minimumOQ))}</dd>
          </div>
        </dl>
        <PriceTable product={product} />
        {children}
      </div>
    </article>
  );
}
