import { useArchiveItemMutation, useUnarchiveItemMutation } from '../../../api/admin-api';
import type { ManagedProductDto } from '../../../api/generated-admin';
import { count } from '../../../lib/format';
import { ActionButton } from '../../../lists/action-button';
import { AvailabilityTag } from '../../../features/products/availability-tag';
import { ButtonLink } from '../../../ui/button';
import { Tag } from '../../../ui/feedback';
import { DeleteProduct } from './delete-product';
import { RestockProduct } from './restock-product';
import { waitingText } from './waiting-text';

interface ProductActionsProps {
  product: ManagedProductDto;
  reread: () => Promise<void>;
  close: () => void;
}

/** What can be done with a product besides editing it, above its form. */
export function ProductActions({ product, reread, close }: ProductActionsProps) {
  const [archive] = useArchiveItemMutation();
  const [unarchive] = useUnarchiveItemMutation();
  const { _id: id, name, state, availableQ, waitingAlerts, waitingUnits } = product;
  const isArchived = state === 'archived';
  return (
    <div className="product-actions">
      <p className="product-actions__state">
        {isArchived ? (
          <Tag tone="info">Archived</Tag>
        ) : (
          <AvailabilityTag availability={product.availability} />
        )}
        <span className="num">{count(availableQ)} in stock</span>
        {waitingAlerts > 0 && <span className="num">{waitingText(waitingAlerts, waitingUnits)}</span>}
      </p>
      <div className="product-actions__buttons">
        <RestockProduct product={product} onDone={reread} />
        <ActionButton
          label={isArchived ? 'Unarchive' : 'Archive'}
          subject={name}
          run={() => (isArchived ? unarchive({ id }) : archive({ id })).unwrap().then(reread)}
          done={isArchived ? `Product ${name} is on sale again` : `Product ${name} is archived`}
        />
        <ButtonLink look="secondary" small to={`/dashboard/addProduct?from=${id}`}>
          Duplicate
        </ButtonLink>
        <DeleteProduct product={product} onDone={close} />
      </div>
    </div>
  );
}
