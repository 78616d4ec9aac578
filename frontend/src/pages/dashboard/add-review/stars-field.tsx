import { useId, type ComponentProps } from 'react';
import { Star } from '../../../features/reviews/stars';
import './stars-field.css';

const RATINGS = [
  ['1', '1 star: bad'],
  ['2', '2 stars: poor'],
  ['3', '3 stars: fair'],
  ['4', '4 stars: good'],
  ['5', '5 stars: excellent'],
] as const;

interface StarsFieldProps extends ComponentProps<'input'> {
  label: string;
  /** `1` to `5`, or empty. */
  chosen: string;
  error?: string;
}

/** A rating as radio buttons: one tab stop, the arrow keys choose, and what is chosen stands beside the stars. */
export function StarsField({ label, chosen, error, ...rest }: StarsFieldProps) {
  const id = useId();
  return (
    <fieldset
      className="stars-field"
      role="radiogroup"
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error && id}
    >
      <legend className="field__label">{label}</legend>
      <div className="stars-field__row">
        {RATINGS.map(([rating, text]) => (
          <label key={rating} className="stars-field__star" title={text}>
            <input type="radio" required className="stars-field__input" {...rest} value={rating} />
            <span className="visually-hidden">{text}</span>
            <Star on={Number(rating) <= Number(chosen)} />
          </label>
        ))}
        <span className="stars-field__text" aria-hidden="true">
          {RATINGS.find(([rating]) => rating === chosen)?.[1] ?? 'Choose 1 to 5 stars'}
        </span>
      </div>
      {error && (
        <div className="field__error" id={id}>
          {error}
        </div>
      )}
    </fieldset>
  );
}
