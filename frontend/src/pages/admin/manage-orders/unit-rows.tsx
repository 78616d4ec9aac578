import { Form, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import type { OrderLine } from '../../../api/types';
import { count } from '../../../lib/format';

interface UnitRowsProps {
  lines: readonly OrderLine[];
  /** The most units that can be chosen of a line; one without any has no row. */
  most: (line: OrderLine) => number;
  /** What these are: `left to ship`. */
  what: string;
  /** At the end of a row. */
  aside?: (line: OrderLine, row: number) => ReactNode;
}

/** The field `units` of a form: a row with a quantity for each line of an order, which may be 200. */
export const UnitRows = ({ lines, most, what, aside }: UnitRowsProps) => (
  <ul className="unit-rows">
    {lines.map((line, row) => {
      const units = most(line);
      if (units === 0) return null;
      return (
        <li key={line.productId}>
          <span className="cell-stack">
            {line.name}
            <small className="num">{[line.sku, `${count(units)} ${what}`].filter(Boolean).join(', ')}</small>
          </span>
          {aside && <span className="unit-rows__aside num">{aside(line, row)}</span>}
          <Form.Item name={['units', row]} className="unit-rows__units">
            <InputNumber
              mode="spinner"
              min={0}
              max={units}
              precision={0}
              inputMode="numeric"
              aria-label={`Units of ${line.name}`}
            />
          </Form.Item>
        </li>
      );
    })}
  </ul>
);
