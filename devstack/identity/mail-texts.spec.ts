import { describe, expect, it } from 'vitest';
import { mailOf } from './mail-texts.js';

const SHOP = 'https://shop.example';
const EMAIL = 'casey@example.com';

describe('mailOf', () => {
  it.each([
    ['PASSWORD_RESET', 'resetPassword', EMAIL],
    ['VERIFY_EMAIL', 'verifyEmail', EMAIL],
    ['VERIFY_AND_CHANGE_EMAIL', 'verifyAndChangeEmail', 'new@example.com'],
    ['RECOVER_EMAIL', 'recoverEmail', EMAIL],
  ])('leads with a code of %s to the action page of the shop', (requestType, mode, to) => {
    const newEmail = requestType === 'VERIFY_AND_CHANGE_EMAIL' ? to : undefined;
    const mail = mailOf({ email: EMAIL, newEmail, requestType, oobCode: 'c0de-_' }, SHOP)!;
    expect(mail.to).toBe(to);
    expect(mail.link).toBe(`${SHOP}/account/action?mode=${mode}&oobCode=c0de-_`);
    expect(mail.text).toContain(mail.link);
    expect(mail.html).toContain(`href="${mail.link.replace('&', '&amp;')}"`);
  });

  it.each(['a@example.com\r\nBcc: other@example.com', 'a@example.com, b@example.com', '<a@example.com>', ''])(
    'sends nothing to %j',
    (newEmail) => {
      const code = { email: EMAIL, newEmail, requestType: 'VERIFY_AND_CHANGE_EMAIL', oobCode: 'code' };
      expect(mailOf(code, SHOP)).toBeUndefined();
    },
  );

  it('writes an address as text', () => {
    const mail = mailOf(
      { email: "o'hara&sons@example.com", requestType: 'VERIFY_EMAIL', oobCode: 'code' },
      SHOP,
    )!;
    expect(mail.html).toContain('o&#39;hara&amp;sons@example.com');
    expect(mail.text).toContain("o'hara&sons@example.com");
  });

  it('has no mail for the codes of sign-in links, which the shop does not use', () => {
    expect(mailOf({ email: EMAIL, requestType: 'EMAIL_SIGNIN', oobCode: 'code' }, SHOP)).toBeUndefined();
  });
});
