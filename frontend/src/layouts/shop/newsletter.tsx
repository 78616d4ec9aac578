import { useState, type FormEvent } from 'react';
import { asApiError } from '../../api/problem';
import { useApiDispatch } from '../../api/runtime';
import { useHydrated } from '../../lib/use-hydrated';
import type { Said } from './subscribe';

/** One field, on every page: what sends it is fetched when somebody does, and it does without the forms' library. */
export function Newsletter() {
  const isHydrated = useHydrated();
  const dispatch = useApiDispatch();
  const [{ isBusy, thanks, refusal }, say] = useState<Said>({});

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    event.preventDefault();
    void import('./subscribe').then(
      ({ subscribe }) => subscribe(dispatch, form, say),
      (error: unknown) => say({ refusal: asApiError(error).detail }),
    );
  };

  return (
    <form
      className="foot__news"
      aria-labelledby="newsletter-title"
      method="post"
      noValidate
      onSubmit={onSubmit}
    >
      <h2 className="foot__title" id="newsletter-title">
        Newsletter
      </h2>
      <label htmlFor="newsletter">New parts and restocks, once a month</label>
      <div className="foot__box">
        <input
          id="newsletter"
          name="email"
          type="email"
          autoComplete="email"
          placeholder="you@company.com"
          aria-invalid={refusal !== undefined || undefined}
          aria-describedby="newsletter-said"
        />
        <button type="submit" disabled={!isHydrated} aria-disabled={isBusy || undefined}>
          Subscribe
        </button>
      </div>
      <p id="newsletter-said" role="status" className={refusal ? 'foot__said foot__said--bad' : 'foot__said'}>
        {refusal ?? thanks}
      </p>
    </form>
  );
}
