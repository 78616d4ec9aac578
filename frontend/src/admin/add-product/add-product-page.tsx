import { useState } from 'react';
import { useCreateProductMutation } from '../../api/api';
import { asApiError } from '../../api/problem';
import { useIdempotencyKey } from '../../shared/idempotency';
import { notify } from '../../shared/notify';
import { PageHead } from '../../shared/table/page-head';
import { Button } from '../../shared/ui/button';
import { Alert } from '../../shared/ui/feedback';
import { Input, Textarea } from '../../shared/ui/field';
import { useForm } from '../../shared/use-form';
import { PhotoField } from './photo-field';
import { checkProduct, EMPTY_PRODUCT, toProduct, type ProductValues } from './product-rules';
import { usePhoto } from './use-photo';
import './add-product.css';

const FAILED = 'Failed to add Product';
const NO_PHOTO = 'Photo is Required';

export default function AddProductPage() {
  const [create] = useCreateProductMutation();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [photoError, setPhotoError] = useState<string>();
  const photo = usePhoto();
  const key = useIdempotencyKey();
  const form = useForm<ProductValues>({ initial: EMPTY_PRODUCT, check: checkProduct });

  const add = async (values: ProductValues, img: string) => {
    const product = toProduct(values, img);
    try {
      const created = await create({
        createProductDto: product,
        'Idempotency-Key': key.for(product),
      }).unwrap();
      key.settle();
      if (!created.insertedId) return fail(undefined);
      form.reset();
      photo.clear();
      void notify('success', 'Product Added Successfully');
    } catch (error) {
      key.settle(error);
      setPhotoError(asApiError(error).errors.img);
      fail(form.fail(error));
    }
  };
  const fail = (why: string | undefined) => {
    setRefusal(why);
    void notify('error', FAILED);
  };

  const send = async (values: ProductValues) => {
    setRefusal(undefined);
    setBusy(true);
    try {
      const img = await photo.url();
      // A failed upload has said why and offers to try again.
      if (img) await add(values, img);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <PageHead title="Add A Product">It is in the shop as soon as it is added.</PageHead>
      <form
        className="dash-form dash-form--panel product-form"
        noValidate
        onSubmit={(event) => {
          setPhotoError(photo.state.phase === 'none' ? NO_PHOTO : undefined);
          form.onSubmit(send)(event);
        }}
      >
        <Input label="Name" maxLength={200} autoComplete="off" {...form.bind('name')} />
        <div className="dash-form__pair">
          <Input label="Price" hint="Dollars for one unit" inputMode="decimal" {...form.bind('price')} />
          <Input label="Kind" hint="Optional, such as cooler-fan" maxLength={40} {...form.bind('kind')} />
          <Input
            label="Minimum Order"
            hint="Least units of an order"
            inputMode="numeric"
            {...form.bind('minimumOQ')}
          />
          <Input
            label="Available Quantity"
            hint="Units in stock now"
            inputMode="numeric"
            {...form.bind('availableQ')}
          />
        </div>
        <Textarea label="Description" rows={4} maxLength={5000} {...form.bind('description')} />
        <PhotoField
          photo={photo.state}
          error={photo.state.phase === 'none' || photo.state.phase === 'ready' ? photoError : undefined}
          onChoose={(image) => {
            setPhotoError(undefined);
            photo.choose(image);
          }}
          onRetry={photo.retry}
        />
        {refusal && <Alert tone="bad">{refusal}</Alert>}
        <div className="dash-form__end">
          <Button type="submit" busy={busy}>
            Add Product
          </Button>
        </div>
      </form>
    </>
  );
}
