import { Form, Input } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCreateKindMutation } from '../../../api/admin-api';
import { notify } from '../../../ui/notify';
import { AdminDialog } from '../../../ui-admin/admin-dialog';
import { FormEnd } from '../../../ui-admin/form-end';
import { useAdminForm } from '../../../ui-admin/use-admin-form';
import { Button } from '../../../ui/button';
import { followed, pluralOf, slugOf } from './names';

interface Values {
  label: string;
  plural: string;
  slug: string;
  group: string;
}

const EMPTY: Values = { label: '', plural: '', slug: '', group: '' };
const required = (message: string) => [{ required: true, whitespace: true, message }];
const SLUG = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** Adds a kind, and leads to its page, where its specifications are added. */
export function AddKind() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button small aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Add A Kind
      </Button>
      <AdminDialog open={open} onClose={close} title="Add a kind">
        <KindForm close={close} />
      </AdminDialog>
    </>
  );
}

function KindForm({ close }: { close: () => void }) {
  const [create] = useCreateKindMutation();
  const navigate = useNavigate();
  const { form, busy, refusal, props } = useAdminForm({
    leaving: 'The kind has not been added yet.',
    toBody: (values: Values) => ({
      label: values.label.trim(),
      plural: values.plural.trim(),
      slug: values.slug.trim(),
      group: values.group.trim(),
      aliases: [],
      specs: [],
    }),
    send: (createKindDto, key) => create({ createKindDto, 'Idempotency-Key': key }).unwrap(),
    onDone: ({ slug, label }) => {
      close();
      void notify('success', `The kind ${label} is added`);
      void navigate(`/dashboard/kinds/${slug}`);
    },
  });
  const [before, setBefore] = useState('');
  const suggest = (label: string) => {
    const { plural, slug } = form.getFieldsValue();
    form.setFieldsValue({
      plural: followed(pluralOf, plural, before, label),
      slug: followed(slugOf, slug, before, label),
    });
    setBefore(label);
  };
  return (
    <Form {...props} name="kind" aria-label="Kind" initialValues={EMPTY}>
      <Form.Item<Values>
        name="label"
        label="Label"
        extra="What one part is called, such as Sound card"
        rules={required('Label is Required')}
      >
        <Input maxLength={60} autoComplete="off" onChange={({ target }) => suggest(target.value)} />
      </Form.Item>
      <Form.Item<Values>
        name="plural"
        label="Plural"
        extra="What several are called"
        rules={required('Plural is Required')}
      >
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item<Values>
        name="slug"
        label="Slug"
        extra="Names it in addresses and in files; it cannot be changed later"
        rules={[
          { required: true, message: 'Slug is Required' },
          { pattern: SLUG, message: 'Use lower-case letters, figures and hyphens, at most 40' },
        ]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item<Values> name="group" label="Group" extra="Optional; what it is listed under">
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <FormEnd refusal={refusal} busy={busy} label="Add the kind" onCancel={close} />
    </Form>
  );
}
