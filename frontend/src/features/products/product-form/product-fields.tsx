import { Form, Input, Select } from 'antd';
import { KindFields } from '../../kinds/kind-fields';
import { BreakFields } from './break-fields';
import { CHECKS, type ProductValues } from './product-rules';

interface FieldProps {
  name: keyof typeof CHECKS;
  label: string;
  hint?: string;
  inputMode?: 'decimal' | 'numeric';
  maxLength?: number;
}

/** Checked when it is left, and on submit. */
function Field({ name, label, hint, inputMode, maxLength }: FieldProps) {
  return (
    <Form.Item<ProductValues>
      name={name}
      label={label}
      extra={hint}
      required={CHECKS[name]('') !== undefined}
      validateTrigger="onBlur"
      rules={[
        {
          validator: (_rule, value: string | undefined) => {
            const message = CHECKS[name](value ?? '');
            return message === undefined ? Promise.resolve() : Promise.reject(new Error(message));
          },
        },
      ]}
    >
      {name === 'description' ? (
        <Input.TextArea rows={4} maxLength={maxLength} />
      ) : (
        <Input inputMode={inputMode} maxLength={maxLength} autoComplete="off" />
      )}
    </Form.Item>
  );
}

/** The fields that adding and editing a product share; only a new product says its stock here. */
export function ProductFields({ isNew = false }: { isNew?: boolean }) {
  return (
    <>
      <Field name="name" label="Name" maxLength={200} />
      <div className="product-form__pairs">
        <Field name="price" label="Price" hint="Dollars for one unit" inputMode="decimal" />
        <Field name="minimumOQ" label="Minimum Order" hint="Least units of an order" inputMode="numeric" />
        {isNew && (
          <Field name="availableQ" label="Available Quantity" hint="Units in stock now" inputMode="numeric" />
        )}
        <Field
          name="orderStep"
          label="Units of a pack"
          hint="Optional; orders are of whole packs"
          inputMode="numeric"
        />
        <Field
          name="lowStockAt"
          label="Low stock under"
          hint="Optional; else three minimum orders"
          inputMode="numeric"
        />
        <Field name="sku" label="SKU" hint="Optional; no two products have the same" maxLength={64} />
      </div>
      <BreakFields />
      <KindFields isNew={isNew} />
      <div className="product-form__pairs">
        <Field name="manufacturer" label="Manufacturer" hint="Optional; who makes it" maxLength={100} />
        <Form.Item<ProductValues>
          name="partNumbers"
          label="Part numbers"
          extra="Optional; the manufacturer’s, each ended with Enter"
        >
          <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[';', '\n']} maxCount={20} />
        </Form.Item>
        <Field
          name="gtin"
          label="GTIN"
          hint="Optional; the figures of the bar code"
          inputMode="numeric"
          maxLength={20}
        />
        <Field
          name="externalId"
          label="External id"
          hint="Optional; what another system calls it"
          maxLength={100}
        />
      </div>
      <Field name="description" label="Description" maxLength={5000} />
    </>
  );
}
