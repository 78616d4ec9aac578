import { Spinner } from '../ui/spinner';

/** In place of a page whose code is on its way, in a document that has none of it yet. */
export const Waiting = () => (
  <div className="waiting">
    <Spinner label="Loading the page" />
  </div>
);
