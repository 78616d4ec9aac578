import { useState, type FormEvent } from 'react';
import { useSubscribeMutation } from '../../api/api';
import { asApiError } from '../../api/problem';
import { emailError } from '../../shared/validation';

type Said = { tone: 'ok' | 'bad'; words: string };

export function Newsletter() {
  const [email, setEmail] = useState('');
  const [said, setSaid] = useState<Said>();
  const [subscribe, { isLoading }] = useSubscribeMutation();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = emailError(email);
    if (wrong) return setSaid({ tone: 'bad', words: wrong });
    try {
      await subscribe({ subscribeDto: { email: email.trim() } }).unwrap();
      setSaid({ tone: 'ok', words: `Thank you. News will go to ${email.trim()}.` });
      setEmail('');
    } catch (error) {
      const { detail, errors } = asApiError(error);
      setSaid({ tone: 'bad', words: errors.email ?? detail });
    }
  };

  return (
    <form className="foot__news" noValidate onSubmit={(event) => void submit(event)}>
      <h2 className="foot__title">Newsletter</h2>
      <label htmlFor="newsletter">New parts and restocks, once a month</label>
      <div className="foot__box">
        <input
          id="newsletter"
          type="email"
          autoComplete="email"
          placeholder="you@company.com"
          value={email}
          aria-invalid={said?.tone === 'bad' || undefined}
          aria-describedby="newsletter-said"
          onChange={(event) => setEmail(event.target.value)}
        />
        <button type="submit" aria-disabled={isLoading || undefined}>
          Subscribe
        </button>
      </div>
      <p
        id="newsletter-said"
        role="status"
        className={said?.tone === 'bad' ? 'foot__said foot__said--bad' : 'foot__said'}
      >
        {said?.words}
      </p>
    </form>
  );
}
