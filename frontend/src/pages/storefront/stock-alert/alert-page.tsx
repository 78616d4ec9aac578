import { useParams } from 'react-router-dom';
import NotFoundPage from '../not-found/not-found-page';
import { ConfirmAlert } from './confirm-alert';
import { StopAlert } from './stop-alert';

/** What the links in mails about an alert open. */
export default function AlertPage() {
  const { action, token = '' } = useParams();
  if (action === 'confirm') return <ConfirmAlert key={token} token={token} />;
  if (action === 'stop') return <StopAlert key={token} token={token} />;
  return <NotFoundPage />;
}
