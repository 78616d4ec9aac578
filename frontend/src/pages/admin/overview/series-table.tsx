import { Link } from 'react-router-dom';
import type { OverviewDto } from '../../../api/generated-admin';
import { money } from '../../../lib/format';
import { daysText, FIGURES, shown, valueOf } from './figures';
import { ordersOf } from './range';

/** Every figure of the chart, and the orders behind each entry. */
export function SeriesTable({ overview, compare }: { overview: OverviewDto; compare: boolean }) {
  const { series, previous, totals } = overview;
  return (
    <div className="overview-scroll overview-scroll--tall">
      <table className="overview-table">
        <caption className="visually-hidden">Figures, {daysText(overview)}</caption>
        <thead>
          <tr>
            <th scope="col">Days</th>
            {FIGURES.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">Refunded</th>
            {compare && <th scope="col">Revenue before</th>}
          </tr>
        </thead>
        <tbody>
          {series.map((entry, n) => (
            <tr key={entry.from}>
              <th scope="row">
                <Link to={ordersOf(entry)}>{daysText(entry)}</Link>
              </th>
              {FIGURES.map((figure) => (
                <td key={figure.key}>{shown(figure, valueOf(entry, figure))}</td>
              ))}
              <td>{money(entry.refunded)}</td>
              {compare && <td>{previous.series[n] ? money(previous.series[n].revenue) : '–'}</td>}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All days</th>
            {FIGURES.map((figure) => (
              <td key={figure.key}>{shown(figure, valueOf(totals, figure))}</td>
            ))}
            <td>{money(totals.refunded)}</td>
            {compare && <td>{money(previous.totals.revenue)}</td>}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
