import { Link } from 'react-router-dom';
import type { OverviewDto } from '../../../api/generated-admin';
import { count, money } from '../../../lib/format';
import { changeOf, daysText, FIGURES, shown, valueOf, type Figure } from './figures';
import { ordersOf } from './range';

interface CardsProps {
  overview: OverviewDto;
  compare: boolean;
  chosen: Figure;
  onChoose: (figure: Figure) => void;
}

/** The totals of the range. One of them is in the chart below. */
export function FigureCards({ overview, compare, chosen, onChoose }: CardsProps) {
  return (
    <ul className="overview-cards">
      {FIGURES.map((figure) => (
        <li key={figure.key} className="overview-card" data-chosen={figure === chosen || undefined}>
          <h2>
            <button
              type="button"
              aria-pressed={figure === chosen}
              title={`${figure.about}. Show it in the chart.`}
              onClick={() => onChoose(figure)}
            >
              {figure.label}
            </button>
          </h2>
          <p className="overview-card__value">
            <Link
              to={ordersOf(overview)}
              aria-label={`${figure.label}: ${shown(figure, valueOf(overview.totals, figure))}. Show these orders`}
            >
              {shown(figure, valueOf(overview.totals, figure))}
            </Link>
          </p>
          {compare && <Compared {...{ overview, figure }} />}
          <Behind {...{ overview, figure }} />
        </li>
      ))}
    </ul>
  );
}

const SIGNS = { up: '▲', down: '▼', same: '■' };
const WORDS = { up: 'up', down: 'down', same: '' };

function Compared({ overview: { totals, previous }, figure }: { overview: OverviewDto; figure: Figure }) {
  const before = valueOf(previous.totals, figure);
  const change = changeOf(valueOf(totals, figure), before);
  return (
    <p className="overview-card__change">
      {change && (
        <span data-direction={change.direction}>
          <span aria-hidden="true">{SIGNS[change.direction]} </span>
          <span className="visually-hidden">{WORDS[change.direction]} </span>
          {change.text}
        </span>
      )}{' '}
      <Link to={ordersOf(previous)} title={daysText(previous)}>
        {change ? 'from' : 'before:'} {shown(figure, before)}
      </Link>
    </p>
  );
}

/** The lists of single states that a figure is made of. */
function Behind({ overview, figure }: { overview: OverviewDto; figure: Figure }) {
  const { totals } = overview;
  switch (figure.key) {
    case 'revenue':
      return (
        <p className="overview-card__more">
          <Link to={ordersOf(overview, { status: 'refunded' })}>{money(totals.refunded)} refunded</Link>
        </p>
      );
    case 'orders':
      return (
        <p className="overview-card__more">
          <Link to={ordersOf(overview, { status: 'paid' })}>To ship</Link>
          {' · '}
          <Link to={ordersOf(overview, { status: 'shipped' })}>Shipped</Link>
        </p>
      );
    case 'paymentRate':
      return (
        <p className="overview-card__more">
          {count(totals.paidOrders)} of {count(totals.orders)} paid
          {' · '}
          <Link to={ordersOf(overview, { status: 'unpaid' })}>Unpaid</Link>
        </p>
      );
    default:
      return (
        <p className="overview-card__more">
          <Link to={ordersOf(overview, { sort: '-total' })}>Largest orders</Link>
        </p>
      );
  }
}
