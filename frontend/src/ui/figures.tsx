import './figures.css';

const FIGURES = [
  { name: 'Our Happy Client', figure: '25.6K' },
  { name: 'Total Revenue', figure: '2.6M' },
  { name: 'Imported Country', figure: '150+' },
];

/** The business summary of the specification. */
export function Figures() {
  return (
    <dl className="figures num">
      {FIGURES.map(({ name, figure }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
