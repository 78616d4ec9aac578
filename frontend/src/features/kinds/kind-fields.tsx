import { Form } from 'antd';
import type { Spec } from '../../api/types';
import { KindSelect } from './kind-select';
import { SpecControl, specHint } from './spec-control';
import { grouped } from '../../lib/grouped';
import { keptSpecs, type TypedSpec, type TypedSpecs } from './typed-specs';
import { findKind, useKinds } from './use-kinds';
import './kind-fields.css';

interface KindValues {
  kind: string;
  specs: TypedSpecs;
}

/** The kind of a part, and the values of its specifications. They are read by the server, whose messages are at the fields. */
export function KindFields({ isNew }: { isNew: boolean }) {
  const form = Form.useFormInstance<KindValues>();
  const { kinds, error } = useKinds();
  const kind = findKind(kinds, Form.useWatch('kind', form));
  const choose = (slug: string) => {
    const next = findKind(kinds, slug);
    // those of the former kind stay in the form, unseen, in case it is chosen again
    if (next)
      form.setFieldsValue({ specs: keptSpecs(next.specs, form.getFieldValue('specs') as TypedSpecs) });
  };
  return (
    <>
      <Form.Item<KindValues>
        name="kind"
        label="Kind"
        extra={
          error === undefined ? 'Optional; says which specifications it has' : 'Kinds could not be loaded'
        }
      >
        <KindSelect onChange={choose} />
      </Form.Item>
      {kind && kind.specs.length > 0 && (
        <fieldset className="specs">
          <legend>Specifications</legend>
          <p className="muted">What is not known stays empty, and is shown as not stated.</p>
          {grouped(kind.specs).map(({ label, items }) => (
            <div key={label} className="specs__group" role="group" aria-label={label || 'Specifications'}>
              {label && <h3 className="specs__title">{label}</h3>}
              <div className="specs__fields">
                {items.map((spec) => (
                  <SpecField key={spec.key} spec={spec} isAsked={isNew} />
                ))}
              </div>
            </div>
          ))}
        </fieldset>
      )}
    </>
  );
}

/** @param isAsked whether the form asks for it where it is required; of a part that is there already, only the server does */
const SpecField = ({ spec, isAsked }: { spec: Spec; isAsked: boolean }) => (
  <Form.Item
    name={['specs', spec.key]}
    label={spec.label}
    extra={specHint(spec)}
    required={spec.required}
    validateTrigger="onBlur"
    rules={[
      {
        validator: (_rule, value: TypedSpec | undefined) =>
          isAsked && spec.required && (value ?? '').length === 0
            ? Promise.reject(new Error(`${spec.label} is Required`))
            : Promise.resolve(),
      },
    ]}
  >
    <SpecControl spec={spec} />
  </Form.Item>
);
