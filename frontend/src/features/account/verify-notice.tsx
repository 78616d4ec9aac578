import { useState } from 'react';
import { useGetUserQuery } from '../../api/account-api';
import { Button } from '../../ui/button';
import { Alert, type Tone } from '../../ui/feedback';
import { useSession, useSessionState } from '../session/use-session';
import { accountMessage } from './account-messages';
import { usePause } from './use-pause';
import './account.css';

interface VerifyNoticeProps {
  /** The shop takes no first order without. */
  beforeOrder?: boolean;
}

/** Asks the person who is signed in to verify their address, until they have. */
export default function VerifyNotice({ beforeOrder = false }: VerifyNoticeProps) {
  const { user } = useSessionState();
  // the link is perhaps opened in another tab
  const { data, refetch } = useGetUserQuery(
    { email: user?.email ?? '' },
    { skip: !user, refetchOnFocus: true },
  );
  if (data?.emailVerified !== false) return null;
  return <Notice email={data.email} beforeOrder={beforeOrder} check={async () => (await refetch()).data} />;
}

interface NoticeProps extends Required<VerifyNoticeProps> {
  email: string;
  /** Reads the profile again. */
  check: () => Promise<{ emailVerified: boolean } | undefined>;
}

function Notice({ email, beforeOrder, check }: NoticeProps) {
  const session = useSession();
  const pause = usePause();
  const [busy, setBusy] = useState(false);
  const [said, say] = useState<{ tone: Tone; text: string }>();

  const run = async (action: () => Promise<{ tone: Tone; text: string } | undefined>) => {
    setBusy(true);
    say(undefined);
    try {
      say(await action());
    } catch (error) {
      say({ tone: 'bad', text: accountMessage(error) });
    } finally {
      setBusy(false);
    }
  };
  const send = () =>
    run(async () => {
      await (await session.provider()).account.sendVerification();
      pause.begin();
      return { tone: 'ok', text: `A mail is on its way to ${email}.` };
    });
  const confirm = () =>
    run(async () => {
      // the provider issues a token that says so, and the shop reads it
      await session.renew();
      if ((await check())?.emailVerified) return undefined;
      return { tone: 'warn', text: 'It is not verified yet. Open the link of the mail first.' };
    });

  return (
    <section className="verify" aria-label="Verify your e-mail address">
      <p>
        {beforeOrder
          ? 'Before your first order, verify your e-mail address: open the link that we sent to '
          : 'Your e-mail address is not verified yet: open the link that we sent to '}
        <strong className="verify__address">{email}</strong>.
      </p>
      <div className="verify__ways">
        <Button look="secondary" small disabled={busy || pause.left > 0} onClick={() => void send()}>
          {pause.left > 0 ? `Send the mail again in ${pause.left} s` : 'Send the mail again'}
        </Button>
        <Button look="secondary" small busy={busy} onClick={() => void confirm()}>
          I have verified it
        </Button>
      </div>
      {said && <Alert tone={said.tone}>{said.text}</Alert>}
    </section>
  );
}
