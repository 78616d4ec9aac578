import { useRef, useState } from 'react';
import { useUploadImageMutation } from '../../api/api';
import { asApiError } from '../../api/problem';

export type PhotoState =
  | { phase: 'none' }
  | { phase: 'uploading'; name: string }
  | { phase: 'ready'; name: string; url: string }
  | { phase: 'failed'; name: string; message: string };

const NO_URL = 'The image was not accepted. Please try another one.';

/** One photo, uploaded as soon as it is chosen, so that what is shown is what the shop will show. */
export function usePhoto() {
  const [upload] = useUploadImageMutation();
  const [state, setState] = useState<PhotoState>({ phase: 'none' });
  const file = useRef<File>(undefined);
  const pending = useRef<Promise<string | undefined>>(undefined);

  const send = (image: File): Promise<string | undefined> => {
    file.current = image;
    setState({ phase: 'uploading', name: image.name });
    const attempt: Promise<string | undefined> = upload({ body: { image } })
      .unwrap()
      .then(
        ({ success, data }): PhotoState =>
          success && data.url
            ? { phase: 'ready', name: image.name, url: data.url }
            : { phase: 'failed', name: image.name, message: NO_URL },
        (error: unknown): PhotoState => ({
          phase: 'failed',
          name: image.name,
          message: asApiError(error).detail,
        }),
      )
      .then((result) => {
        // A photo chosen later counts, whichever upload ends first.
        if (pending.current !== attempt) return pending.current;
        setState(result);
        return result.phase === 'ready' ? result.url : undefined;
      });
    pending.current = attempt;
    return attempt;
  };

  return {
    state,
    choose: (image: File) => void send(image),
    retry: () => {
      if (file.current) void send(file.current);
    },
    /** The photo's address once its upload is over; `undefined` without one. */
    url: () => pending.current ?? Promise.resolve(undefined),
    clear: () => {
      file.current = undefined;
      pending.current = undefined;
      setState({ phase: 'none' });
    },
  };
}
