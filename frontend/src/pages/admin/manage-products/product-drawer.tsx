import { Form, Modal } from 'antd';
import { useEffect, useState } from 'react';
import {
  useEditProductMutation,
  useLazyProductToEditQuery,
  type ReadProduct,
} from '../../../api/product-admin';
import { asApiError } from '../../../api/problem';
import type { EditProductDto } from '../../../api/generated-account';
import { SideDrawer } from '../../../ui-admin/side-drawer';
import { notify } from '../../../ui/notify';
import { Button } from '../../../ui/button';
import { Alert, ErrorState } from '../../../ui/feedback';
import { Spinner } from '../../../ui/spinner';
import { pastedImage, PhotoField } from '../../../features/products/product-form/photo-field';
import { ProductFields } from '../../../features/products/product-form/product-fields';
import { toEdit, toValues, type ProductValues } from '../../../features/products/product-form/product-rules';
import { useProductForm } from '../../../features/products/product-form/use-product-form';
import { ConflictChoices } from './conflict-choices';
import { ProductActions } from './product-actions';
import './manage-products.css';
import '../../../features/products/product-form/product-form.css';

interface ProductDrawerProps {
  /** The product that is open, by the URL. */
  id: string | undefined;
  close: () => void;
}

/** A product's actions and its form, over the list. */
export function ProductDrawer({ id, close }: ProductDrawerProps) {
  const [isDirty, setDirty] = useState(false);
  const [asks, setAsks] = useState(false);
  const leave = () => {
    setAsks(false);
    setDirty(false);
    close();
  };
  return (
    <SideDrawer
      open={id !== undefined}
      onClose={() => (isDirty ? setAsks(true) : leave())}
      width={40}
      title="Edit product"
      closeLabel="Close the product"
      classNames={{ body: 'product-drawer' }}
    >
      {id !== undefined && <Loaded key={id} id={id} close={leave} onDirty={setDirty} />}
      <Modal
        open={asks}
        onCancel={() => setAsks(false)}
        title="Discard your changes?"
        width={420}
        footer={
          <div className="dialog-buttons">
            <Button look="secondary" onClick={() => setAsks(false)}>
              Keep editing
            </Button>
            <Button onClick={leave}>Discard</Button>
          </div>
        }
      >
        <p>What you have typed is not saved.</p>
      </Modal>
    </SideDrawer>
  );
}

interface LoadedProps {
  id: string;
  close: () => void;
  onDirty: (isDirty: boolean) => void;
}

/** Reads the product once: what others do meanwhile must not change a form that is being filled in. */
function Loaded({ id, close, onDirty }: LoadedProps) {
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
    return (
      <ProductEditor
        key={read.etag}
        read={read}
        close={close}
        onDirty={onDirty}
        reread={reload}
        setRead={setRead}
      />
    );
  if (error !== undefined && !isFetching)
    return <ErrorState error={error} title="The product could not be loaded" retry={reload} />;
  return <Spinner label="Loading the product" />;
}

/** What was read, with the stock and state of now: what is edited stays what it was, for the server to compare. */
const withState = (read: ReadProduct, { product }: ReadProduct): ReadProduct => {
  const { availableQ, availability, state } = product;
  return { ...read, product: { ...read.product, availableQ, availability, state } };
};

interface EditorProps {
  read: ReadProduct;
  close: () => void;
  onDirty: (isDirty: boolean) => void;
  /** Reads it anew, as after an action of its own that is no edit. */
  reread: () => Promise<void>;
  setRead: (read: ReadProduct) => void;
}

function ProductEditor({ read, close, onDirty, reread, setRead }: EditorProps) {
  const { product, etag } = read;
  const state = useProductForm();
  const { form, photo } = state;
  const [save] = useEditProductMutation();
  const [load] = useLazyProductToEditQuery();
  const [busy, setBusy] = useState(false);
  /** Another admin's version, and the edit of mine that it refused. */
  const [theirs, setTheirs] = useState<ReadProduct & { edit: EditProductDto }>();
  useEffect(() => {
    photo.show(product.img, `of ${product.name}`);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [product._id]);

  const send = async (edit: EditProductDto, ifMatch: string) => {
    state.clearRefusal();
    setBusy(true);
    try {
      const saved = await save({ id: product._id, etag: ifMatch, edit }).unwrap();
      void notify('success', `Product ${saved.product.name} is saved`);
      onDirty(false);
      close();
    } catch (error) {
      if (asApiError(error).status === 412) await showTheirs(edit);
      else {
        setTheirs(undefined);
        state.fail(error);
      }
    } finally {
      setBusy(false);
    }
  };
  const showTheirs = async (edit: EditProductDto) => {
    try {
      setTheirs({ ...(await load({ id: product._id }).unwrap()), edit });
    } catch (error) {
      state.fail(error);
    }
  };

  const submit = async (values: ProductValues) => {
    const img = await photo.url();
    if (!img) return;
    const edit = toEdit(product, { ...toValues(product), ...values }, img);
    if (Object.keys(edit).length === 0) return close();
    await send(edit, etag);
  };

  return (
    <>
      <ProductActions product={product} reread={reread} close={close} />
      {theirs && (
        <ConflictChoices
          key={theirs.etag}
          before={product}
          theirs={theirs.product}
          edit={theirs.edit}
          busy={busy}
          onSave={(edit) => {
            if (Object.keys(edit).length > 0) return void send(edit, theirs.etag);
            onDirty(false);
            return close();
          }}
          onReload={() => {
            onDirty(false);
            setRead(theirs);
          }}
        />
      )}
      <Form
        name="product"
        form={form}
        layout="vertical"
        className="product-form"
        hidden={theirs !== undefined}
        initialValues={toValues(product)}
        scrollToFirstError={{ focus: true }}
        onValuesChange={() => onDirty(true)}
        onPaste={(event) => {
          const image = pastedImage(event);
          if (!image) return;
          onDirty(true);
          state.choosePhoto(image);
        }}
        onFinish={(values) => void submit(values)}
      >
        <ProductFields />
        <PhotoField
          photo={photo.state}
          error={state.photoError}
          onChoose={(image) => {
            onDirty(true);
            state.choosePhoto(image);
          }}
          onRetry={photo.retry}
          onCancel={photo.cancel}
        />
        {state.refusal && <Alert tone="bad">{state.refusal}</Alert>}
        <div className="dialog-buttons">
          <Button type="submit" busy={busy}>
            Save
          </Button>
        </div>
      </Form>
    </>
  );
}
