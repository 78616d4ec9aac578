import { useId, useRef, type ClipboardEvent } from 'react';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import { Progress } from '../../../ui/progress';
import { ProductImage } from '../product-image';
import type { PhotoState } from './use-photo';

interface PhotoFieldProps {
  photo: PhotoState;
  error: string | undefined;
  onChoose: (image: File) => void;
  onRetry: () => void;
  onCancel: () => void;
}

/** The image of a paste anywhere in the form, if it has one. */
export const pastedImage = ({ clipboardData }: ClipboardEvent): File | undefined =>
  [...clipboardData.files].find(({ type }) => type.startsWith('image/'));

/** A native file field, stretched over its frame: it opens by click, by keyboard and by dropping a file. */
export function PhotoField({ photo, error, onChoose, onRetry, onCancel }: PhotoFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        Photo
      </label>
      <div className={`photo ${error ? 'photo--invalid' : ''}`}>
        <input
          id={id}
          ref={input}
          className="photo__input"
          type="file"
          aria-required
          accept="image/png,image/jpeg,image/webp,image/avif"
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}h${error ? ` ${id}e` : ''}`}
          onChange={({ target }) => {
            const [image] = target.files ?? [];
            if (image) onChoose(image);
            // The same file can then be chosen again.
            target.value = '';
          }}
        />
        <Shown photo={photo} />
      </div>
      <div className="field__hint" id={`${id}h`} role="status">
        {photo.phase === 'uploading' && `Uploading ${photo.name}…`}
        {photo.phase === 'ready' &&
          (photo.isOld
            ? 'Choose another photo to replace this one.'
            : `${photo.name} is uploaded. Choose another to replace it.`)}
        {(photo.phase === 'none' || photo.phase === 'failed') &&
          'PNG, JPEG, WebP or AVIF. Paste works as well.'}
      </div>
      {photo.phase === 'uploading' && (
        <Button
          look="secondary"
          small
          onClick={() => {
            // The button goes with the upload.
            input.current?.focus();
            onCancel();
          }}
        >
          Cancel the upload
        </Button>
      )}
      {photo.phase === 'failed' && (
        <Alert tone="bad">
          <p>
            {photo.name} could not be uploaded: {photo.message}
          </p>
          <Button look="secondary" small onClick={onRetry}>
            Try the upload again
          </Button>
        </Alert>
      )}
      {error && (
        <div className="field__error" id={`${id}e`}>
          {error}
        </div>
      )}
    </div>
  );
}

function Shown({ photo }: { photo: PhotoState }) {
  if (photo.phase === 'uploading')
    return (
      <div className="photo__progress">
        <Progress label="Uploading the photo" value={photo.percent} />
      </div>
    );
  if (photo.phase === 'ready')
    return (
      <ProductImage
        src={photo.url}
        alt={photo.isOld ? photo.name : `The photo ${photo.name}`}
        className="photo__image"
        eager
      />
    );
  return (
    <p className="photo__hint">
      <strong>Choose a photo</strong>
      <br />
      <span className="muted">drop one here, or paste it</span>
    </p>
  );
}
