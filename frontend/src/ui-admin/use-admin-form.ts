import { Form, type FormInstance } from 'antd';
import { useState } from 'react';
import { useLeaveGuard } from '../forms/leave-guard';
import { useSubmit, type SubmitOptions } from '../forms/use-submit';
import { useHoldDialog } from './dialog-hold';

interface AdminFormOptions<Values, Body, Result> extends Omit<
  SubmitOptions<Body, Result>,
  'showErrors' | 'onSent'
> {
  /** Where what is above the form has it, too. */
  form?: FormInstance<Values>;
  /** What is sent of what was typed; `undefined` when there is nothing to send. */
  toBody: (values: Values) => Body | Promise<Body | undefined>;
  /** The server's names of fields that the form calls otherwise. */
  renamed?: Readonly<Record<string, string>>;
  /** Takes the messages of what is no field of antd's, such as a photo; returns their names. */
  showOthers?: (errors: Readonly<Record<string, string>>) => string[];
  /** What is lost when the form is left: see `useLeaveGuard`. */
  leaving: string;
  /** The query parameter that shows the form: see `useLeaveGuard`. */
  parameter?: string;
}

/** antd's name of a field in a list: `breaks.1.price` → `['breaks', 1, 'price']`. */
const pathOf = (field: string): (string | number)[] =>
  field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** A form of the admin's, on antd: `<Form {...props}>`. */
export function useAdminForm<Values extends object, Body, Result>(
  options: AdminFormOptions<Values, Body, Result>,
) {
  const { form: given, toBody, renamed = {}, showOthers, leaving, parameter, ...submitOptions } = options;
  const [form] = Form.useForm<Values>(given);
  const [isDirty, setDirty] = useState(false);
  const { submit, busy, refusal, setRefusal } = useSubmit<Body, Result>({
    ...submitOptions,
    showErrors: (errors) => {
      const others = showOthers?.(errors) ?? [];
      const names = Object.keys(form.getFieldsValue());
      const messages = Object.entries(errors)
        .map(([field, message]) => ({ name: pathOf(renamed[field] ?? field), errors: [message] }))
        .filter(({ name: [name] }) => names.includes(String(name)));
      form.setFields(messages as Parameters<typeof form.setFields>[0]);
      if (messages[0]) form.focusField(messages[0].name);
      return messages.length + others.length === Object.keys(errors).length;
    },
    onSent: () => setDirty(false),
  });
  useLeaveGuard(isDirty || busy, leaving, parameter);
  useHoldDialog(busy);
  return {
    form,
    busy,
    refusal,
    setRefusal,
    isDirty,
    /** For what is no field of antd's, and for values that the form gives up. */
    setDirty,
    submit,
    props: {
      form,
      layout: 'vertical' as const,
      scrollToFirstError: { block: 'center', focus: true } as const,
      onFinish: (values: Values) => void submit(toBody(values)),
      onValuesChange: () => setDirty(true),
    },
  };
}
