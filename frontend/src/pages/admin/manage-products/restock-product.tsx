import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useRestockItemMutation } from '../../../api/account-api';
import { asApiError } from '../../../api/problem';
import { count } from '../../../lib/format';
import { useIdempotencyKey } from '../../../forms/idempotency';
import { notify } from '../../../ui/notify';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';

interface RestockProductProps {
  product: { _id: string; name: string; availableQ: number };
  onDone?: () => unknown;
}

interface RestockValues {
  units: string;
  reason: string;
}

const UNITS = /^[+-]?\d{1,9}$/;

/** Adds units to the stock, or takes some away, with a reason. */
export function RestockProduct({ product, onDone }: RestockProductProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        look="secondary"
        small
        aria-label={`Restock: ${product.name}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Restock
      </Button>
      <Modal
        open={open}
        onCancel={close}
        title={`Restock ${product.name}`}
        destroyOnHidden
        width={460}
        footer={null}
      >
        <RestockForm product={product} onDone={onDone} close={close} />
      </Modal>
    </>
  );
}

function RestockForm({ product, onDone, close }: RestockProductProps & { close: () => void }) {
  const [form] = Form.useForm<RestockValues>();
  const units = Form.useWatch('units', form);
  const [restock] = useRestockItemMutation();
  const key = useIdempotencyKey();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { _id: id, name, availableQ } = product;
  const after = UNITS.test(units?.trim() ?? '') ? availableQ + Number(units) : undefined;

  const send = async ({ units: typed, reason }: RestockValues) => {
    const restockDto = { units: Number(typed), reason: reason.trim() };
    setBusy(true);
    setFailure(undefined);
    try {
      const call = { id, restockDto, 'Idempotency-Key': key.for(restockDto) };
      const { availableQ: left } = await restock(call).unwrap();
      key.complete();
      close();
      void notify('success', `${name} has ${count(left)} units now`);
      await onDone?.();
    } catch (error) {
      key.complete(error);
      const { errors, detail } = asApiError(error);
      setFailure(Object.values(errors).join(' ') || detail);
      setBusy(false);
    }
  };

  return (
    <Form
      name="restock"
      form={form}
      layout="vertical"
      initialValues={{ units: '', reason: '' }}
      onFinish={(values) => void send(values)}
    >
      <Form.Item<RestockValues>
        name="units"
        label="Units to add"
        required
        extra={
          after === undefined
            ? `${count(availableQ)} in stock. A minus takes away.`
            : `${count(availableQ)} in stock, ${count(after)} afterwards.`
        }
        validateTrigger="onBlur"
        rules={[
          {
            validator: (_rule, value: string) =>
              UNITS.test(value.trim()) && Number(value) !== 0
                ? Promise.resolve()
                : Promise.reject(new Error('A whole number, such as 40 or -3')),
          },
        ]}
      >
        <Input inputMode="numeric" autoComplete="off" />
      </Form.Item>
      <Form.Item<RestockValues>
        name="reason"
        label="Reason"
        validateTrigger="onBlur"
        rules={[{ required: true, whitespace: true, message: 'Reason is Required' }]}
      >
        <Input maxLength={200} placeholder="Delivery, return, count" />
      </Form.Item>
      {failure && <Alert tone="bad">{failure}</Alert>}
      <div className="dialog-buttons">
        <Button look="secondary" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Change the stock
        </Button>
      </div>
    </Form>
  );
}
