import { useState, type ComponentProps } from 'react';
import { Button } from './button';
import { Field, type Labelled } from './field';

/** With a button that shows what is typed. */
export function PasswordInput({ label, hint, error, ...rest }: Labelled & ComponentProps<'input'>) {
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(tie) => (
        <div className="password">
          <input className="input" {...rest} {...tie} type={isShown ? 'text' : 'password'} />
          <Button look="quiet" small aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            Show <span className="visually-hidden">password</span>
          </Button>
        </div>
      )}
    </Field>
  );
}
