import { Progress } from '../../ui/progress';
import './production.css';

const BARS = [
  { label: 'Hard Disk', value: 60 },
  { label: 'Processor', value: 50 },
  { label: 'USB Ports', value: 60 },
  { label: 'Cooler Fan', value: 70 },
  { label: 'CPU Cooler', value: 90 },
];

/** 'Our Monthly Production': how much of each line's capacity is used. */
export function Production() {
  return (
    <div className="production">
      {BARS.map((bar) => (
        <Progress key={bar.label} {...bar} />
      ))}
    </div>
  );
}
