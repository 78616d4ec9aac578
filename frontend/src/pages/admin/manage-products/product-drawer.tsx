import { Form } from 'antd';
import { useEffect, useState } from 'react';
import {
  useEditProductMutation,
  useLazyProductToEditQuery,
  type ReadProduct,
} from '../../../api/product-admin';
import { asApiError } from '../../../api/problem';
import type { EditProductDto } from '../../../api/generated-admin';
import { SideDrawer, type Neighbours } from '../../../ui-admin/side-drawer';
import { notify } from '../../../ui/notify';
import { Button } from '../../../ui/button';
import { Alert, ErrorState } from '../../../ui/feedback';
import { Spinner } from '../../../ui/spinner';
import { pastedImage, PhotoField } from '../../../features/products/product-form/photo-field';
import { ProductFields } from '../../../features/products/product-form/product-fields';
import { toEdit, toValues } from '../../../features/products/product-form/product-rules';
import { useProductForm } from '../../../features/products/product-form/use-product-form';
import { findKind, useKinds } from '../../../features/kinds/use-kinds';
import { ProductActions } from './product-actions';
import { ProductConflict } from './product-conflict';
import './manage-products.css';
import '../../../features/products/product-form/product-form.css';

interface ProductDrawerProps {
  /** The product that is open, by the URL. */
  id: string | undefined;
  steps: Neighbours;
  close: () => void;
}

/** A product's actions and its form, over the list. */
export const ProductDrawer = ({ id, steps, close }: ProductDrawerProps) => (
  <SideDrawer
    open={id !== undefined}
    onClose={close}
    width={40}
    title="Edit product"
    closeLabel="Close the product"
    steps={steps}
  >
    {id !== undefined && (
      <div className="product-drawer">
        <Loaded key={id} id={id} close={close} />
      </div>
    )}
  </SideDrawer>
);

interface LoadedProps {
  id: string;
  close: () => void;
}

/** Reads the product once: what others do meanwhile must not change a form that is being filled in. */
function Loaded({ id, close }: LoadedProps) {
  const [load, { error, isFetching }] = useLazyProductToEditQuery();
  const [read, setRead] = useState<ReadProduct>();
  const reload = async () => {
    const { data } = await load({ id });
    if (data) setRead((before) => (before ? withState(before, data) : data));
  };
  useEffect(() => {
    void reload();
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [id]);
  if (read)
    return <ProductEditor key={read.etag} read={read} close={close} reread={reload} setRead={setRead} />;
  if (error !== undefined && !isFetching)
    return <ErrorState error={error} title="The product could not be loaded" retry={reload} />;
  return <Spinner label="Loading the product" />;
}

/** What was read, with the stock and state of now: what is edited stays what it was, for the server to compare. */
const withState = (read: ReadProduct, { product }: ReadProduct): ReadProduct => {
  const { availableQ, availability, state, waitingAlerts, waitingUnits } = product;
  const now = { availableQ, availability, state, waitingAlerts, waitingUnits };
  return { ...read, product: { ...read.product, ...now } };
};

interface EditorProps {
  read: ReadProduct;
  close: () => void;
  /** Reads it again, as after an action of its own that is no edit. */
  reread: () => Promise<void>;
  setRead: (read: ReadProduct) => void;
}

interface Edit {
  edit: EditProductDto;
  /** The version that it is made on. */
  etag: string;
}

function ProductEditor({ read, close, reread, setRead }: EditorProps) {
  const { product, etag } = read;
  const [save] = useEditProductMutation();
  const [load] = useLazyProductToEditQuery();
  /** Another admin's version, and the edit of mine that it refused. */
  const [theirs, setTheirs] = useState<ReadProduct & { edit: EditProductDto }>();
  const { kinds } = useKinds();
  const state = useProductForm({
    leaving: 'The product has changes that are not saved.',
    parameter: 'open',
    toBody: (values, img): Edit => ({
      edit: toEdit(product, { ...toValues(product), ...values }, img, findKind(kinds, values.kind)?.specs),
      etag,
    }),
    // The fields are not shown beside another admin's version.
    problemOf: (error) => {
      const problem = asApiError(error);
      const messages = Object.values(problem.errors);
      return theirs && messages.length > 0 ? { errors: {}, detail: messages.join(' ') } : problem;
    },
    send: async ({ edit, etag: on }) =>
      Object.keys(edit).length > 0
        ? (await save({ id: product._id, etag: on, edit }).unwrap()).product.name
        : undefined,
    onDone: (name) => {
      if (name !== undefined) void notify('success', `Product ${name} is saved`);
      close();
    },
    onConflict: async ({ edit }) => {
      const { data, error } = await load({ id: product._id });
      if (data) setTheirs({ ...data, edit });
      else state.setRefusal(asApiError(error).detail);
    },
  });
  const { photo } = state;
  useEffect(() => {
    photo.show(product.img, `The photo of ${product.name}`);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [product._id]);

  return (
    <>
      <ProductActions product={product} reread={reread} close={close} />
      {theirs && (
        <ProductConflict
          key={theirs.etag}
          before={product}
          theirs={theirs}
          kinds={kinds}
          busy={state.busy}
          refusal={state.refusal}
          onSave={(edit) => void state.submit({ edit, etag: theirs.etag })}
          onReload={() => {
            state.setDirty(false);
            setRead(theirs);
          }}
        />
      )}
      <Form
        {...state.props}
        name="product"
        aria-label="Product"
        className="product-form"
        hidden={theirs !== undefined}
        initialValues={toValues(product)}
        onPaste={(event) => {
          const image = pastedImage(event);
          if (image) state.choosePhoto(image);
        }}
      >
        <ProductFields />
        <PhotoField
          photo={photo.state}
          error={state.photoError}
          onChoose={state.choosePhoto}
          onRetry={photo.retry}
          onCancel={photo.cancel}
        />
        {state.refusal && <Alert tone="bad">{state.refusal}</Alert>}
        <div className="dialog-buttons">
          <Button type="submit" busy={state.busy}>
            Save
          </Button>
        </div>
      </Form>
    </>
  );
}
