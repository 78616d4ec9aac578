import { Form, Input } from 'antd';
import { useState } from 'react';
import { useRestockItemMutation } from '../../../api/admin-api';
import { count } from '../../../lib/format';
import { AdminDialog } from '../../../ui-admin/admin-dialog';
import { FormEnd } from '../../../ui-admin/form-end';
import { useAdminForm } from '../../../ui-admin/use-admin-form';
import { notify } from '../../../ui/notify';
import { Button } from '../../../ui/button';

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
      <AdminDialog open={open} onClose={close} title={`Restock ${product.name}`}>
        <RestockForm product={product} onDone={onDone} close={close} />
      </AdminDialog>
    </>
  );
}

function RestockForm({ product, onDone, close }: RestockProductProps & { close: () => void }) {
  const [restock] = useRestockItemMutation();
  const { _id: id, name, availableQ } = product;
  const { form, busy, refusal, props } = useAdminForm({
    leaving: 'The stock has not been changed yet.',
    toBody: ({ units, reason }: RestockValues) => ({ units: Number(units), reason: reason.trim() }),
    send: (restockDto, key) => restock({ id, restockDto, 'Idempotency-Key': key }).unwrap(),
    onDone: ({ availableQ: left }) => {
      close();
      void notify('success', `${name} has ${count(left)} units now`);
      return onDone?.();
    },
  });
  const units = Form.useWatch('units', form);
  const after = UNITS.test(units?.trim() ?? '') ? availableQ + Number(units) : undefined;

  return (
    <Form {...props} name="restock" aria-label="Restock" initialValues={{ units: '', reason: '' }}>
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
      <FormEnd refusal={refusal} busy={busy} label="Change the stock" onCancel={close} />
    </Form>
  );
}
