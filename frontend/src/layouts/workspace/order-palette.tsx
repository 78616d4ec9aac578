import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSearchPurchasesQuery } from '../../api/account-api';
import { asApiError } from '../../api/problem';
import type { FoundOrder } from '../../api/types';
import { FoundLine, FoundText } from '../../features/orders/found';
import { foundElsewhere } from '../../features/orders/found-parts';
import { OrderTags } from '../../features/orders/status';
import { count } from '../../lib/format';
import { MAX_SEARCH } from '../../lib/limits';
import { useDebouncedText } from '../../lib/use-debounced-text';
import { AdminDialog } from '../../ui-admin/admin-dialog';
import { Alert } from '../../ui/feedback';
import './order-palette.css';

const SHOWN = 8;
const LIST = '/dashboard/manageOrders';

interface OrderPaletteProps {
  open: boolean;
  onClose: () => void;
}

/** Finds orders as the list of orders does, on every page. */
export default function OrderPalette({ open, onClose }: OrderPaletteProps) {
  const navigate = useNavigate();
  const target = useRef<string>(undefined);
  return (
    <AdminDialog
      open={open}
      onClose={onClose}
      // only then, or the focus that the dialog gives back would leave what the page opens
      afterClose={() => {
        if (target.current) void navigate(target.current);
        target.current = undefined;
      }}
      title="Find an order"
      width={640}
    >
      <Finder
        onChoose={(path) => {
          target.current = path;
          onClose();
        }}
      />
    </AdminDialog>
  );
}

/** The combobox pattern of WAI-ARIA: the box keeps the focus, the arrow keys choose, Enter opens. */
function Finder({ onChoose }: { onChoose: (path: string) => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [q, setQ] = useState('');
  const typed = useDebouncedText('', setQ);
  const [chosen, setChosen] = useState(0);
  /** The text that Enter was pressed for before its rows were there. */
  const sought = useRef<string>(undefined);
  const { data, currentData, error } = useSearchPurchasesQuery({ q, pageSize: SHOWN }, { skip: !q });
  const rows = (q && !error && data?.items) || [];
  const isCurrent = currentData !== undefined && typed.value.trim() === q;
  const more = (data?.total ?? 0) > rows.length;
  const paths = [
    ...rows.map(({ _id }) => `${LIST}?${new URLSearchParams({ open: _id })}`),
    ...(more && rows.length > 0 ? [`${LIST}?${new URLSearchParams({ q })}`] : []),
  ];
  const active = Math.min(chosen, paths.length - 1);
  const optionId = (at: number) => `${id}o${at}`;

  // after the dialog has noted what had the focus before
  useEffect(() => {
    const timer = setTimeout(() => input.current?.focus());
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  });
  const go = (path: string | undefined) => path !== undefined && onChoose(path);
  const goToSought = () => {
    if (sought.current !== q || !isCurrent) return;
    sought.current = undefined;
    // of several, somebody chooses
    if (paths.length === 1) go(paths[0]);
  };
  useEffect(goToSought);

  const onKeyDown = (event: KeyboardEvent) => {
    typed.onKeyDown(event);
    const { key } = event;
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setChosen((active + step + paths.length) % Math.max(1, paths.length));
    } else if (key === 'Enter') {
      event.preventDefault();
      if (isCurrent) go(paths[active]);
      else sought.current = typed.value.trim();
    }
  };

  const option = (path: string, at: number) =>
    ({
      id: optionId(at),
      role: 'option',
      'aria-selected': at === active,
      className: 'palette__option',
      // the box keeps the focus
      onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
      onClick: () => go(path),
    }) as const;

  return (
    <>
      <input
        ref={input}
        className="input palette__input"
        type="search"
        role="combobox"
        aria-label="Find an order"
        aria-autocomplete="list"
        aria-expanded={paths.length > 0}
        aria-controls={`${id}l`}
        aria-activedescendant={paths.length > 0 ? optionId(active) : undefined}
        aria-describedby={`${id}h`}
        placeholder="Number, customer, phone, street, part…"
        maxLength={MAX_SEARCH}
        autoComplete="off"
        spellCheck={false}
        value={typed.value}
        onBlur={typed.onBlur}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          typed.onChange(event);
          setChosen(0);
          sought.current = undefined;
        }}
      />
      <p id={`${id}h`} className="palette__help">
        Also by PO and tracking number, SKU and e-mail; numbers however they are written.
      </p>
      {q && error ? (
        <Alert tone="bad">{asApiError(error).detail}</Alert>
      ) : (
        <p role="status" className={rows.length > 0 ? 'visually-hidden' : 'palette__state'}>
          {q && (currentData ? foundText(currentData.total, currentData.totalIsExact) : 'Searching…')}
        </p>
      )}
      <div role="listbox" id={`${id}l`} aria-label="Orders found" className="palette">
        {paths.map((path, at) => (
          <div key={path} {...option(path, at)}>
            {rows[at] ? (
              <FoundOption order={rows[at]} />
            ) : (
              `All ${count(data!.total)}${data!.totalIsExact ? '' : '+'} orders that match`
            )}
          </div>
        ))}
      </div>
    </>
  );
}

function foundText(total: number, isExact: boolean): string {
  if (total === 0) return 'No orders match.';
  return total === 1 ? '1 order matches.' : `${count(total)}${isExact ? '' : '+'} orders match.`;
}

function FoundOption({ order }: { order: FoundOrder }) {
  const { number, userName, productName } = order;
  const matches = foundElsewhere(order);
  return (
    <>
      <span className="palette__head">
        <strong className="num">
          <FoundText order={order} field="number" text={number} />
        </strong>
        <FoundText order={order} field="customer" text={userName} />
        <OrderTags order={order} />
      </span>
      <span className="palette__about">
        <FoundText order={order} field="product" text={productName} />
      </span>
      {matches.length > 0 && <FoundLine matches={matches} />}
    </>
  );
}
