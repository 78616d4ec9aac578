import { Modal } from 'antd';
import { useCallback, useState, type ReactNode } from 'react';
import { DialogHold } from './dialog-hold';
import './parts.css';

interface AdminDialogProps {
  open: boolean;
  title: string;
  /**
   * While something is in progress it stays open: closing it would hide how that ended. Content that sends something says
   * so with `useHoldDialog`, as `useAdminForm` does.
   */
  busy?: boolean;
  /** Closed by its own buttons only, such as a dialog that shows something once. */
  pinned?: boolean;
  onClose: () => void;
  afterClose?: () => void;
  width?: number;
  /** Its buttons, always in sight; a dialog whose form ends with its buttons has none. */
  footer?: ReactNode;
  children: ReactNode;
}

/** The dialog of the admin: its content scrolls between title and buttons, and it never closes while busy. */
export function AdminDialog({
  open,
  title,
  busy = false,
  pinned = false,
  onClose,
  ...rest
}: AdminDialogProps) {
  const { afterClose, width = 460, footer, children } = rest;
  const [isHeld, setHeld] = useState(false);
  const hold = useCallback((held: boolean) => setHeld(held), []);
  const mayClose = !pinned && !busy && !isHeld;
  return (
    <Modal
      open={open}
      title={title}
      onCancel={() => !busy && !isHeld && onClose()}
      afterClose={afterClose}
      mask={{ closable: mayClose }}
      keyboard={mayClose}
      closable={!pinned}
      width={width}
      destroyOnHidden
      classNames={{ container: 'admin-dialog', title: 'admin-dialog__title', body: 'admin-dialog__body' }}
      footer={footer ? <div className="dialog-buttons">{footer}</div> : null}
    >
      <DialogHold value={hold}>
        <div className="dialog-body">{children}</div>
      </DialogHold>
    </Modal>
  );
}
