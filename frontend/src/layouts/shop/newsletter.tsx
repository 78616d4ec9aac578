import { useRef, useState, type FormEvent } from 'react';
import { useSubscribeMutation } from '../../api/api';
import { asApiError } from '../../api/problem';
import { useSubmit } from '../../forms/use-submit';
import { useHydrated } from '../../lib/use-hydrated';

/** One field, on every page: it does without the forms' library. */
export function Newsletter() {
  const isHydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const [subscribe] = useSubscribeMutation();
  const [thanks, setThanks] = useState<string>();
  const { submit, busy, refusal, setRefusal } = useSubmit({
    send: (email: string) => subscribe({ subscribeDto: { email } }).unwrap(),
    problemOf: (error) => {
      const { errors, detail } = asApiError(error);
      return { errors: {}, detail: errors.email ?? detail };
    },
    onDone: (_response, email) => {
      setThanks(`Thank you. News will go to ${email}.`);
      form.current?.reset();
    },
  });

  const checked = async (email: string): Promise<string | undefined> => {
    const { emailError } = await import('../../forms/validation');
    const wrong = emailError(email);
    setRefusal(wrong);
    return wrong === undefined ? email : undefined;
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setThanks(undefined);
    const email = new FormData(event.currentTarget).get('email');
    void submit(checked(typeof email === 'string' ? email.trim() : ''));
  };

  return (
    <form
      className="foot__news"
      aria-labelledby="newsletter-title"
      method="post"
      noValidate
      ref={form}
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
        <button type="submit" disabled={!isHydrated} aria-disabled={busy || undefined}>
          Subscribe
        </button>
      </div>
      <p id="newsletter-said" role="status" className={refusal ? 'foot__said foot__said--bad' : 'foot__said'}>
        {refusal ?? thanks}
      </p>
    </form>
  );
}
