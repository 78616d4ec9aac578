import { useId, type ComponentProps, type ReactNode } from 'react';
import { grouped } from '../lib/grouped';

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  /** Gives the control what ties it to its label, hint and message. */
  children: (tie: {
    id: string;
    'aria-invalid': boolean | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}h` : '', error ? `${id}e` : ''].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {hint && (
        <div className="field__hint" id={`${id}h`}>
          {hint}
        </div>
      )}
      {error && (
        <div className="field__error" id={`${id}e`}>
          {error}
        </div>
      )}
    </div>
  );
}

/** Above the fields of a form; each control that has `required` gets the mark. */
export const RequiredNote = () => (
  <p className="field__note">
    Fields marked with <span className="field__mark">*</span> are required.
  </p>
);

export type Labelled = Omit<FieldProps, 'children'>;

export function Input({ label, hint, error, ...rest }: Labelled & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(tie) => <input className="input" {...rest} {...tie} />}
    </Field>
  );
}

export function Textarea({ label, hint, error, ...rest }: Labelled & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(tie) => <textarea className="input" {...rest} {...tie} />}
    </Field>
  );
}

export function Select({ label, hint, error, ...rest }: Labelled & ComponentProps<'select'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(tie) => <select className="input" {...rest} {...tie} />}
    </Field>
  );
}

interface GroupedOptionsProps {
  options: readonly { slug: string; label: string; group: string }[];
}

/** Options of a `select` under the headings of their groups. */
export const GroupedOptions = ({ options }: GroupedOptionsProps) =>
  grouped(options).map(({ label: heading, items }) => {
    const shown = items.map(({ slug, label }) => (
      <option key={slug} value={slug}>
        {label}
      </option>
    ));
    return heading ? (
      <optgroup key={heading} label={heading}>
        {shown}
      </optgroup>
    ) : (
      shown
    );
  });
