/**
 * Part of the page of Swagger UI in a demo: buttons that sign in as either demo account, in place of pasting a token under
 * "Authorize". It signs in as any other client does.
 */
const ACCOUNTS = [
  { label: 'Sign in as the admin', email: 'admin@example.com', password: 'rapid-admin' },
  { label: 'Sign in as the customer', email: 'customer@example.com', password: 'rapid-customer' },
];

async function call(method, url, body, token) {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const sent = await response.json();
  if (!response.ok) throw new Error(sent.detail ?? sent.error?.message ?? `${response.status}`);
  return sent;
}

async function signIn({ email, password }) {
  const { identity } = await call('GET', '/api/config');
  const { idToken } = await call(
    'POST',
    `/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=${identity.firebase.apiKey}`,
    { email, password, returnSecureToken: true },
  );
  const { token } = await call('PUT', `/api/user/${encodeURIComponent(email)}`, { email }, idToken);
  window.ui.preauthorizeApiKey('identity-token', idToken);
  window.ui.preauthorizeApiKey('bearer', token);
  // one that was entered before would be sent instead
  window.ui.authActions.logout(['api-key']);
}

function addButtons() {
  const bar = document.createElement('div');
  bar.style.cssText =
    'display: flex; flex-wrap: wrap; align-items: center; gap: 12px; padding: 12px 20px; background: #ebe9e4; color: #17181b; font: 16px sans-serif';
  const status = document.createElement('span');
  status.setAttribute('role', 'status');
  status.textContent = 'This is a demo.';
  const buttons = ACCOUNTS.map((account) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = account.label;
    button.style.cssText = 'padding: 8px 16px; font: inherit; cursor: pointer';
    button.addEventListener('click', async () => {
      status.textContent = 'Signing in …';
      try {
        await signIn(account);
        status.textContent = `Signed in as ${account.email}, for 15 minutes.`;
      } catch (error) {
        status.textContent = `The sign-in failed: ${error.message}`;
      }
    });
    return button;
  });
  bar.append(...buttons, status);
  document.getElementById('swagger-ui').before(bar);
}

// Swagger UI is there once its own listener has run, which is older than this one
window.addEventListener('load', addButtons);
