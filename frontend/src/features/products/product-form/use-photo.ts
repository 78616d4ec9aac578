import { useEffect, useRef, useState } from 'react';
import { asApiError } from '../../../api/problem';
import { useApiDispatch } from '../../../api/runtime';
import { uploadImage } from '../../../api/upload-image';

export type PhotoState =
  | { phase: 'none' }
  | { phase: 'uploading'; name: string; percent: number }
  /** `isOld` was in the shop before this form. */
  | { phase: 'ready'; name: string; url: string; isOld?: true }
  | { phase: 'failed'; name: string; message: string };

/** One photo, uploaded as soon as it is chosen, so that what is shown is what the shop will show. */
export function usePhoto() {
  const dispatch = useApiDispatch();
  const [state, setState] = useState<PhotoState>({ phase: 'none' });
  const file = useRef<File>(undefined);
  const pending = useRef<Promise<string | undefined>>(undefined);
  const upload = useRef<AbortController>(undefined);
  /** The last photo that the shop has, to go back to. */
  const kept = useRef<Extract<PhotoState, { phase: 'ready' }>>(undefined);
  useEffect(() => () => upload.current?.abort(), []);

  const send = (image: File): void => {
    upload.current?.abort();
    const own = (upload.current = new AbortController());
    const { name } = image;
    file.current = image;
    // A photo chosen later counts, whichever upload ends first.
    const show = (next: PhotoState) => {
      if (upload.current === own && !own.signal.aborted) setState(next);
    };
    show({ phase: 'uploading', name, percent: 0 });
    const onProgress = (share: number) =>
      show({ phase: 'uploading', name, percent: Math.round(share * 100) });
    pending.current = dispatch(uploadImage(image, onProgress, own.signal)).then(
      (url) => {
        if (upload.current === own) kept.current = { phase: 'ready', name, url };
        show({ phase: 'ready', name, url });
        return upload.current === own ? url : pending.current;
      },
      (error: unknown) => {
        show({ phase: 'failed', name, message: asApiError(error).detail });
        return upload.current === own ? undefined : pending.current;
      },
    );
  };

  const keep = (ready: typeof kept.current) => {
    kept.current = ready;
    pending.current = ready && Promise.resolve(ready.url);
    setState(ready ?? { phase: 'none' });
  };

  return {
    state,
    choose: send,
    retry: () => {
      if (file.current) send(file.current);
    },
    /** The photo's address once its upload is over; `undefined` without one. */
    url: () => pending.current ?? Promise.resolve(undefined),
    /** Shows a photo that is in the shop already, or none. */
    show: (url?: string, name = '') => {
      upload.current?.abort();
      upload.current = undefined;
      file.current = undefined;
      keep(url === undefined ? undefined : { phase: 'ready', name, url, isOld: true });
    },
    /** Ends an upload; the photo from before it, if any, counts again. */
    cancel: () => {
      upload.current?.abort();
      upload.current = undefined;
      keep(kept.current);
    },
  };
}

export type Photo = ReturnType<typeof usePhoto>;
