import { useMemo } from 'react';
import { CartesianGrid, Legend, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { OverviewDto } from '../../../api/generated-admin';
import { daysText, shown, tickText, valueOf, type Figure } from './figures';

interface Point {
  label: string;
  days: string;
  now: number | null;
  /** Of the days before, at the same place of their range. */
  before: number | null;
  daysBefore?: string;
}

interface ChartProps {
  overview: OverviewDto;
  figure: Figure;
  compare: boolean;
}

function pointsOf({ series, previous, by }: OverviewDto, figure: Figure): Point[] {
  return series.map((entry, n) => {
    const before = previous.series[n];
    return {
      label: tickText(entry.from, by),
      days: daysText(entry),
      now: valueOf(entry, figure),
      before: before ? valueOf(before, figure) : null,
      daysBefore: before && daysText(before),
    };
  });
}

/** In the text's colour: that of a line has too little contrast for words. */
const legendText = (name: string) => <span style={{ color: 'var(--text)' }}>{name}</span>;

const TICK = { fill: 'var(--text-muted)', fontSize: 12 };

/** A figure over the range, beside that of the days before. In a file of its own: it alone loads the chart library. */
export default function Chart({ overview, figure, compare }: ChartProps) {
  const points = useMemo(() => pointsOf(overview, figure), [overview, figure]);
  return (
    <ResponsiveContainer width="100%" height={300}>
      <LineChart
        data={points}
        margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
        title={`${figure.label}, ${daysText(overview)}`}
        desc="The table has the same figures. With the arrow keys each entry is read out."
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="label" tick={TICK} stroke="var(--line-strong)" minTickGap={28} tickMargin={6} />
        <YAxis
          width={58}
          tick={TICK}
          stroke="var(--line-strong)"
          axisLine={false}
          tickLine={false}
          tickFormatter={figure.short}
          domain={figure.key === 'paymentRate' ? [0, 1] : [0, 'auto']}
          allowDecimals={figure.key !== 'orders'}
        />
        <Tooltip
          cursor={{ stroke: 'var(--line-strong)' }}
          isAnimationActive={false}
          // days without orders have no rate, and are read out all the same
          filterNull={false}
          content={<Hint {...{ figure, compare }} />}
        />
        {compare && <Legend wrapperStyle={{ fontSize: 13 }} formatter={legendText} />}
        {compare && (
          <Line
            name="The days before"
            dataKey="before"
            type="linear"
            stroke="var(--line-strong)"
            strokeWidth={2}
            strokeDasharray="5 4"
            dot={points.length === 1}
            isAnimationActive={false}
            connectNulls
          />
        )}
        <Line
          name={figure.label}
          dataKey="now"
          type="linear"
          stroke="var(--link)"
          strokeWidth={2.5}
          dot={points.length === 1}
          activeDot={{ r: 5 }}
          isAnimationActive={false}
          connectNulls
        />
      </LineChart>
    </ResponsiveContainer>
  );
}

interface HintProps {
  figure: Figure;
  compare: boolean;
  /** From the chart: the entry under the pointer, or that of the keyboard. */
  active?: boolean;
  payload?: readonly { payload?: Point }[];
}

function Hint({ figure, compare, active, payload }: HintProps) {
  const point = active ? payload?.[0]?.payload : undefined;
  if (!point) return null;
  return (
    <div className="overview-hint">
      <p>
        {point.days}: <strong>{shown(figure, point.now)}</strong>
      </p>
      {compare && point.daysBefore && (
        <p className="muted">
          {point.daysBefore}: {shown(figure, point.before)}
        </p>
      )}
    </div>
  );
}
