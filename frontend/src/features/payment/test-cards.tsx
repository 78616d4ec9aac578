import { Button } from '../../ui/button';

/** Stripe's published test cards, as the sandbox knows them. */
const CARDS = [
  ['4242424242424242', 'Succeeds'],
  ['4000000000000002', 'Is declined'],
  ['4000000000009995', 'Has insufficient funds'],
  ['4000002500003155', 'Asks for 3-D Secure'],
  ['4000000000000069', 'Has expired'],
  ['4000000000000127', 'Has a wrong security code'],
  ['4000000000000119', 'Fails in processing'],
] as const;

const spaced = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');

export function TestCards({ onUse }: { onUse: (number: string) => void }) {
  return (
    <details className="test-cards">
      <summary>Test cards</summary>
      <p className="muted">Any date to come and any security code go with them.</p>
      <ul className="test-cards__list">
        {CARDS.map(([number, what]) => (
          <li key={number}>
            <span className="cell-stack">
              <span className="num">{spaced(number)}</span>
              <small>{what}</small>
            </span>
            <Button
              look="secondary"
              small
              aria-label={`Use the card ending in ${number.slice(-4)}`}
              onClick={() => onUse(number)}
            >
              Use
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
