import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { useHydrated } from '../lib/use-hydrated';
import { Spinner } from './spinner';

export interface ButtonLook {
  look?: 'primary' | 'secondary' | 'quiet';
  small?: boolean;
  wide?: boolean;
}

const classes = ({ look = 'primary', small, wide }: ButtonLook, more?: string): string =>
  ['btn', `btn--${look}`, small && 'btn--small', wide && 'btn--wide', more].filter(Boolean).join(' ');

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Work is in progress: shows it and takes no further clicks, but keeps the focus. */
  busy?: boolean;
}

/**
 * What cannot be pressed now can still be focused: a control that is disabled under the focus would lose it.
 * A submit button is disabled until the page is hydrated, so that no browser sends a form, a password among it, by itself;
 * the forms that work without script have `formMethod="get"` on theirs.
 */
export function Button({
  look,
  small,
  wide,
  busy,
  disabled,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isHydrated = useHydrated();
  const isUnready = rest.type === 'submit' && rest.formMethod !== 'get' && !isHydrated;
  const isOff = busy || disabled;
  return (
    <button
      type="button"
      {...rest}
      className={classes({ look, small, wide }, className)}
      disabled={isUnready}
      aria-disabled={isOff || undefined}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
    >
      {busy && <Spinner inline />}
      {children}
    </button>
  );
}

export function ButtonLink({
  look,
  small,
  wide,
  className,
  ...rest
}: ComponentProps<typeof Link> & ButtonLook) {
  return <Link {...rest} className={classes({ look, small, wide }, className)} />;
}
