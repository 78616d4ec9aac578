import { Modal } from 'antd';

interface ChallengeDialogProps {
  url: string | undefined;
  onClose: () => void;
  /** The bank's page, or the next one after a response, has been shown. */
  onLoad: () => void;
}

export function ChallengeDialog({ url, onClose, onLoad }: ChallengeDialogProps) {
  return (
    <Modal
      open={url !== undefined}
      onCancel={onClose}
      title="Confirm with your bank"
      footer={null}
      destroyOnHidden
      mask={{ closable: false }}
      width={520}
    >
      {url && (
        <iframe
          className="challenge"
          title="3-D Secure: confirmation by your bank"
          src={url}
          sandbox="allow-forms allow-same-origin"
          onLoad={onLoad}
        />
      )}
    </Modal>
  );
}
