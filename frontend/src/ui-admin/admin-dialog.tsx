import { Modal } from 'antd';
import type { ReactNode } from 'react';
import './parts.css';

interface AdminDialogProps {
  open: boolean;
  title: string;
  /** While something is in progress it stays open: closing it would hide how that ended. */
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
  return (
    <Modal
      open={open}
      title={title}
      onCancel={() => !busy && onClose()}
      afterClose={afterClose}
      mask={{ closable: !pinned && !busy }}
      keyboard={!pinned && !busy}
      closable={!pinned && !busy}
      width={width}
      destroyOnHidden
      classNames={{ container: 'admin-dialog', title: 'admin-dialog__title', body: 'admin-dialog__body' }}
      footer={footer && <div className="dialog-buttons">{footer}</div>}
    >
      <div className="dialog-body">{children}</div>
    </Modal>
  );
}
