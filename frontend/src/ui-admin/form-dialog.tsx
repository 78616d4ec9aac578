import { Modal, type ModalProps } from 'antd';
import { useCallback, useRef } from 'react';
import { DialogHold } from './dialog-hold';
import './parts.css';

interface FormDialogProps extends Pick<
  ModalProps,
  'width' | 'afterClose' | 'mask' | 'keyboard' | 'closable' | 'children'
> {
  open: boolean;
  title: string;
  onClose: () => void;
}

/**
 * A dialog of the admin's whose content sends something. It never closes while a request is in progress, or a refusal would
 * be seen by nobody: its content says so with `useHoldDialog`, as `useAdminForm` does.
 */
export function FormDialog({ onClose, width = 460, children, ...rest }: FormDialogProps) {
  const isHeld = useRef(false);
  const hold = useCallback((busy: boolean) => void (isHeld.current = busy), []);
  return (
    <Modal
      {...rest}
      width={width}
      footer={null}
      destroyOnHidden
      onCancel={() => !isHeld.current && onClose()}
    >
      <DialogHold value={hold}>{children}</DialogHold>
    </Modal>
  );
}
