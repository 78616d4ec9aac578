import { useLocation, useRevalidator } from 'react-router-dom';
import { ErrorState } from '../ui/feedback';

const BROKEN = {
  status: 0,
  title: 'This page broke',
  detail: 'Part of the page could not be shown. Check your connection and try again.',
  errors: {},
};

/** The visit of a page that has been tried again already. */
let retried: string | undefined;

/** In place of a page that broke, within its layout. The router lets go of the error on another page, and when it is tried again. */
export function PageError() {
  const { key } = useLocation();
  const { revalidate } = useRevalidator();

  /** The page alone fetches its code and data again; if that does not help, everything does. */
  const retry = () => {
    if (retried === key) location.reload();
    else void revalidate();
    retried = key;
  };
  return (
    <div className="wrap">
      <ErrorState error={BROKEN} title={BROKEN.title} retry={retry} />
    </div>
  );
}
