import { Dialog } from '../../ui/dialog';

interface ChallengeDialogProps {
  url: string | undefined;
  onClose: () => void;
  /** The bank's page, or the next one after a response, has been shown. */
  onLoad: () => void;
}

export const ChallengeDialog = ({ url, onClose, onLoad }: ChallengeDialogProps) => (
  <Dialog title="Confirm with your bank" open={url !== undefined} onClose={onClose}>
    <iframe
      className="challenge"
      title="3-D Secure: confirmation by your bank"
      src={url}
      sandbox="allow-forms allow-same-origin"
      onLoad={onLoad}
    />
  </Dialog>
);
