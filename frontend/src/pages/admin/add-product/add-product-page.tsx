import { Form } from 'antd';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCreateProductMutation } from '../../../api/admin-api';
import { useProductToEditQuery } from '../../../api/product-admin';
import { findKind, useKinds } from '../../../features/kinds/use-kinds';
import { notify } from '../../../ui/notify';
import { PageHead } from '../../../ui/page-head';
import { Button } from '../../../ui/button';
import { Alert, ErrorState } from '../../../ui/feedback';
import { pastedImage, PhotoField } from '../../../features/products/product-form/photo-field';
import { ProductFields } from '../../../features/products/product-form/product-fields';
import { EMPTY_PRODUCT, toProduct, toValues } from '../../../features/products/product-form/product-rules';
import { useProductForm } from '../../../features/products/product-form/use-product-form';
import '../../../features/products/product-form/product-form.css';

const FAILED = 'Failed to add Product';

/** Adds a product; with `?from=` the form begins as a copy of another one. */
export default function AddProductPage() {
  const [params, setParams] = useSearchParams();
  const from = params.get('from') ?? undefined;
  const origin = useProductToEditQuery({ id: from ?? '' }, { skip: from === undefined });
  const [create] = useCreateProductMutation();
  const { kinds } = useKinds();
  const state = useProductForm({
    leaving: 'The product has not been added yet.',
    toBody: (values, img) => toProduct(values, img, findKind(kinds, values.kind)?.specs),
    send: async (product, key) => {
      try {
        const created = await create({ createProductDto: product, 'Idempotency-Key': key }).unwrap();
        if (!created.insertedId) throw new Error('No id');
      } catch (error) {
        void notify('error', FAILED);
        throw error;
      }
    },
    onDone: () => {
      form.resetFields();
      photo.show();
      if (from !== undefined) setParams({}, { replace: true });
      void notify('success', 'Product Added Successfully');
    },
  });
  const { form, photo } = state;

  const copied = origin.data?.product;
  useEffect(() => {
    if (!copied) return;
    form.setFieldsValue({
      ...toValues(copied),
      name: `${copied.name} (copy)`,
      availableQ: '',
      // Another part has its own.
      sku: '',
      gtin: '',
      externalId: '',
      partNumbers: [],
    });
    photo.show(copied.img, `The photo of ${copied.name}`);
    // Filled once for each product that is copied.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [copied?._id]);

  return (
    <>
      <PageHead
        title="Add A Product"
        lead={copied ? `A copy of ${copied.name}.` : 'It is in the shop as soon as it is added.'}
      />
      {origin.error !== undefined && (
        <ErrorState
          error={origin.error}
          title="The product to copy could not be loaded"
          retry={origin.refetch}
        />
      )}
      <Form
        {...state.props}
        name="product"
        aria-label="Product"
        className="dash-form dash-form--panel product-form"
        initialValues={EMPTY_PRODUCT}
        onSubmitCapture={state.checkPhoto}
        onPaste={(event) => {
          const image = pastedImage(event);
          if (image) state.choosePhoto(image);
        }}
      >
        <ProductFields isNew />
        <PhotoField
          photo={photo.state}
          error={state.photoError}
          onChoose={state.choosePhoto}
          onRetry={photo.retry}
          onCancel={photo.cancel}
        />
        {state.refusal && <Alert tone="bad">{state.refusal}</Alert>}
        <div className="dash-form__end">
          <Button type="submit" busy={state.busy}>
            Add Product
          </Button>
        </div>
      </Form>
    </>
  );
}
