import { Form, Input } from 'antd';
import { Button } from '../../../ui/button';
import { BREAK_CHECKS, MAX_BREAKS } from './product-rules';

interface CellProps {
  /** The row of the list, and the field in it. */
  name: [row: number, field: 'from' | 'price'];
  label: string;
  inputMode: 'decimal' | 'numeric';
}

const Cell = ({ name, label, inputMode }: CellProps) => (
  <Form.Item
    name={name}
    label={label}
    required
    validateTrigger="onBlur"
    rules={[
      {
        validator: (_rule, value: string | undefined) => {
          const message = BREAK_CHECKS[name[1]](value ?? '');
          return message === undefined ? Promise.resolve() : Promise.reject(new Error(message));
        },
      },
    ]}
  >
    <Input inputMode={inputMode} autoComplete="off" />
  </Form.Item>
);

/** Unit prices for larger orders, a row each. How they go together is the server's rule, and its messages are at the fields. */
export const BreakFields = () => (
  <fieldset className="breaks">
    <legend>Prices by quantity</legend>
    <p className="muted">Optional. From so many units of one order on, every unit has the lower price.</p>
    <Form.List name="breaks">
      {(rows, { add, remove }, { errors }) => (
        <>
          {rows.map(({ key, name }) => (
            <div key={key} className="breaks__row" role="group" aria-label={`Price ${name + 1}`}>
              <Cell name={[name, 'from']} label="From units" inputMode="numeric" />
              <Cell name={[name, 'price']} label="Price of each" inputMode="decimal" />
              <Button look="quiet" small aria-label={`Remove price ${name + 1}`} onClick={() => remove(name)}>
                Remove
              </Button>
            </div>
          ))}
          <Form.ErrorList errors={errors} />
          {rows.length < MAX_BREAKS && (
            <Button look="secondary" small onClick={() => add({ from: '', price: '' })}>
              Add a price
            </Button>
          )}
        </>
      )}
    </Form.List>
  </fieldset>
);
