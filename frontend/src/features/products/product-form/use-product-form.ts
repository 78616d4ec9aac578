import { useState } from 'react';
import type { SubmitOptions } from '../../../forms/use-submit';
import { useAdminForm } from '../../../ui-admin/use-admin-form';
import type { ProductValues } from './product-rules';
import { usePhoto } from './use-photo';

const NO_PHOTO = 'Photo is Required';

interface ProductFormOptions<Body, Result> extends Pick<
  SubmitOptions<Body, Result>,
  'send' | 'onDone' | 'onConflict' | 'problemOf'
> {
  /** @param img the address of the photo, which is uploaded by then */
  toBody: (values: ProductValues, img: string) => Body;
  leaving: string;
  parameter?: string;
}

/** The form of a product: its fields and its photo. */
export function useProductForm<Body, Result>({ toBody, ...options }: ProductFormOptions<Body, Result>) {
  const photo = usePhoto();
  const [photoError, setPhotoError] = useState<string>();
  const form = useAdminForm<ProductValues, Body, Result>({
    ...options,
    // A failed upload has said why and offers to try again.
    toBody: async (values) => {
      const img = await photo.url();
      return img ? toBody(values, img) : undefined;
    },
    showOthers: ({ img }) => {
      setPhotoError(img);
      return img ? ['img'] : [];
    },
  });

  return {
    ...form,
    photo,
    /** Of the upload itself the field has a message of its own. */
    photoError: photo.state.phase === 'none' || photo.state.phase === 'ready' ? photoError : undefined,
    choosePhoto: (image: File) => {
      form.setDirty(true);
      setPhotoError(undefined);
      photo.choose(image);
    },
    /** Marks a photo that is missing, whether or not other fields are valid. */
    checkPhoto: () => setPhotoError(photo.state.phase === 'none' ? NO_PHOTO : undefined),
  };
}
