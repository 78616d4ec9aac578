import { useState, type FormEvent } from 'react';
import { useSubscribeMutation } from '../../api/api';
import { asApiError } from '../../api/problem';

type Message = { tone: 'ok' | 'bad'; text: string };

export function Newsletter() {
  const [email, setEmail] = useState('');
  const [message, setMessage] = useState<Message>();
  const [subscribe, { isLoading }] = useSubscribeMutation();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      const { emailError } = await import('../../forms/validation');
      const wrong = emailError(email);
      if (wrong) return setMessage({ tone: 'bad', text: wrong });
      await subscribe({ subscribeDto: { email: email.trim() } }).unwrap();
      setMessage({ tone: 'ok', text: `Thank you. News will go to ${email.trim()}.` });
      setEmail('');
    } catch (error) {
      const { detail, errors } = asApiError(error);
      setMessage({ tone: 'bad', text: errors.email ?? detail });
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
          aria-invalid={message?.tone === 'bad' || undefined}
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
        className={message?.tone === 'bad' ? 'foot__said foot__said--bad' : 'foot__said'}
      >
        {message?.text}
      </p>
    </form>
  );
}
