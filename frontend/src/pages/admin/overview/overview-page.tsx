import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useGetOverviewQuery } from '../../../api/admin-api';
import type { OverviewDto } from '../../../api/generated-admin';
import { asApiError } from '../../../api/problem';
import { dayOf } from '../../../lib/days';
import { PageHead } from '../../../ui/page-head';
import { Time } from '../../../ui-admin/time';
import { Button } from '../../../ui/button';
import { Alert, EmptyState, ErrorState } from '../../../ui/feedback';
import { FigureCards } from './figure-cards';
import { daysText, FIGURES } from './figures';
import { RangeBar } from './range-bar';
import { readRange } from './range';
import { SeriesTable } from './series-table';
import { LowStock, TopProducts } from './stock-and-sales';
import { ToDo } from './to-do';
import './overview.css';

const Chart = lazy(() => import('./chart'));

const POLL_MS = 30_000;

export default function OverviewPage() {
  const [search, setSearch] = useSearchParams();
  const [today] = useState(() => dayOf(new Date()));
  const range = readRange(search, today);
  const { from, to, by, problem } = range;
  const { data, currentData, error, isFetching, refetch } = useGetOverviewQuery(
    { from, to, by },
    { skip: problem !== undefined, pollingInterval: POLL_MS, refetchOnMountOrArgChange: true },
  );

  const change = (changes: Record<string, string | undefined>) => {
    const changed = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes))
      if (value === undefined) changed.delete(name);
      else changed.set(name, value);
    setSearch(changed, { preventScrollReset: true });
  };

  return (
    <>
      <PageHead
        title="Overview"
        lead="An order counts to the day it was placed (UTC), with all that became of it since."
      />
      <ToDo lowStock={data?.lowStock} />
      <RangeBar {...{ range, today }} onChange={change} />
      {data && error && !isFetching && (
        <Alert tone="warn">
          {asApiError(error).detail} These figures are older.{' '}
          <Button look="secondary" small onClick={() => void refetch()}>
            Try again
          </Button>
        </Alert>
      )}
      {data ? (
        <div className="overview" aria-busy={data !== currentData}>
          <Figures overview={data} compare={range.compare} />
        </div>
      ) : error ? (
        <ErrorState error={error} retry={refetch} />
      ) : (
        <div className="overview overview--loading" role="status" aria-label="Loading the overview" />
      )}
    </>
  );
}

function Figures({ overview, compare }: { overview: OverviewDto; compare: boolean }) {
  const [figure, setFigure] = useState(FIGURES[0]!);
  const [asTable, setAsTable] = useState(false);
  const { asOf, totals, previous } = overview;
  const nothing = totals.orders === 0 && previous.totals.orders === 0;
  return (
    <>
      <p className="overview__as-of muted">
        As of <Time at={asOf} />
      </p>
      <FigureCards {...{ overview, compare }} chosen={figure} onChoose={setFigure} />
      <section className="overview-panel overview-panel--wide" aria-labelledby="figures">
        <header>
          <h2 id="figures">{asTable ? 'All figures' : figure.label}</h2>
          <Button look="secondary" small onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Show as chart' : 'Show as table'}
          </Button>
        </header>
        {nothing ? (
          <EmptyState title="No orders in these days">
            They appear here a moment after they are placed. Choose other days to see earlier ones.
          </EmptyState>
        ) : asTable ? (
          <SeriesTable {...{ overview, compare }} />
        ) : (
          <figure className="overview-chart">
            <figcaption className="visually-hidden">
              {figure.label}, {daysText(overview)}. {figure.about}.
            </figcaption>
            <Suspense fallback={<div className="overview-chart__space" />}>
              <Chart {...{ overview, figure, compare }} />
            </Suspense>
          </figure>
        )}
      </section>
      <TopProducts overview={overview} />
      <LowStock overview={overview} />
    </>
  );
}
