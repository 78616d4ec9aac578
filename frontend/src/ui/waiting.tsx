import { Spinner } from './spinner';

/** In place of a page whose code or data is on its way. */
export const Waiting = ({ label = 'Loading the page' }: { label?: string }) => (
  <div className="waiting">
    <Spinner label={label} />
  </div>
);
