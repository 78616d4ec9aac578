import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { Spinner } from './spinner';

export interface ButtonLook {
  look?: 'primary' | 'secondary' | 'quiet';
  small?: boolean;
  wide?: boolean;
}

const classes = ({ look = 'primary', small, wide }: ButtonLook, more?: string): string =>
  ['btn', `btn--${look}`, small && 'btn--small', wide && 'btn--wide', more].filter(Boolean).join(' ');

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Work is under way: shows it and takes no further clicks, but keeps the focus. */
  busy?: boolean;
}

/** What cannot be pressed now can still be focused: a control that is disabled under the focus would lose it. */
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
  const isOff = busy || disabled;
  return (
    <button
      type="button"
      {...rest}
      className={classes({ look, small, wide }, className)}
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
