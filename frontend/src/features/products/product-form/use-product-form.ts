import { Form } from 'antd';
import { useState } from 'react';
import { asApiError } from '../../../api/problem';
import { EMPTY_PRODUCT, type ProductValues } from './product-rules';
import { usePhoto } from './use-photo';

const NO_PHOTO = 'Photo is Required';

/** The state of the form of a product: its fields, its photo, and what the server said. */
export function useProductForm() {
  const [form] = Form.useForm<ProductValues>();
  const photo = usePhoto();
  const [photoError, setPhotoError] = useState<string>();
  const [refusal, setRefusal] = useState<string>();

  return {
    form,
    photo,
    refusal,
    /** Of the upload itself the field has a message of its own. */
    photoError: photo.state.phase === 'none' || photo.state.phase === 'ready' ? photoError : undefined,
    choosePhoto: (image: File) => {
      setPhotoError(undefined);
      photo.choose(image);
    },
    /** Marks a photo that is missing, whether or not other fields are valid. */
    checkPhoto: () => setPhotoError(photo.state.phase === 'none' ? NO_PHOTO : undefined),
    clearRefusal: () => setRefusal(undefined),
    /** Shows the server's messages at their fields, and the rest above the buttons. */
    fail: (error: unknown) => {
      const { errors, detail } = asApiError(error);
      const { img, ...others } = errors;
      const known = Object.entries(others).filter(([name]) => name in EMPTY_PRODUCT);
      form.setFields(
        known.map(([name, message]) => ({ name: name as keyof ProductValues, errors: [message] })),
      );
      setPhotoError(img);
      const [first] = known;
      if (first) form.focusField(first[0]);
      setRefusal(Object.keys(errors).length > 0 && known.length + (img ? 1 : 0) > 0 ? undefined : detail);
    },
  };
}

export type ProductFormState = ReturnType<typeof useProductForm>;
