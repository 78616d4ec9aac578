import { lazy, Suspense, useState, type ComponentType } from 'react';
import { Spinner } from './spinner';

/**
 * A form, and the forms' library with it, or another large part of a page, that a document is shown without. A navigation waits for `fetch`, so that the
 * form is there when the page has the focus; the server awaits it to render the form.
 *
 * @param label what is said meanwhile; nothing is shown without one
 */
export function lazyForm<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  label = 'Loading the form',
) {
  let loaded: ComponentType<Props> | undefined;
  const fetch = async () => (loaded ??= await load());
  const Lazy = lazy(async () => ({ default: await fetch() }));
  const Form = (props: Props) => {
    // for as long as it is shown: another component would lose what was typed
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return (
      <Suspense fallback={label && <Spinner label={label} />}>
        <Shown {...props} />
      </Suspense>
    );
  };
  return { Form, fetch };
}
