import { api } from '../../api/api';
import { asApiError } from '../../api/problem';
import type { useApiDispatch } from '../../api/runtime';
import { emailError } from '../../forms/validation';

/** What the newsletter's form says. */
export interface Said {
  isBusy?: boolean;
  thanks?: string;
  refusal?: string;
}

let isRunning = false;

async function send(dispatch: ReturnType<typeof useApiDispatch>, email: string): Promise<Said> {
  const wrong = emailError(email);
  if (wrong) return { refusal: wrong };
  try {
    await dispatch(api.endpoints.subscribe.initiate({ subscribeDto: { email } }, { track: false })).unwrap();
    return { thanks: `Thank you. News will go to ${email}.` };
  } catch (error) {
    const { errors, detail } = asApiError(error);
    return { refusal: errors.email ?? detail };
  }
}

/** Keeps the address of a form for the newsletter, one at a time. */
export async function subscribe(
  dispatch: ReturnType<typeof useApiDispatch>,
  form: HTMLFormElement,
  say: (said: Said) => void,
): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  say({ isBusy: true });
  const email = new FormData(form).get('email');
  const said = await send(dispatch, typeof email === 'string' ? email.trim() : '');
  isRunning = false;
  say(said);
  if (said.thanks) form.reset();
}
