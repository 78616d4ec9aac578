import { useRef, useState } from 'react';
import type { ProductDetail } from '../../api/types';
import { Button } from '../../ui/button';
import { useHydrated } from '../../lib/use-hydrated';
import './specification.css';

interface Row {
  key: string;
  label: string;
  text: string;
  isStated?: boolean;
}

/** The part's own numbers, as a group of its own below the others. */
const numbersOf = ({ sku, manufacturer, partNumbers = [], gtin }: ProductDetail): Row[] =>
  [
    { key: 'sku', label: 'SKU', text: sku },
    { key: 'manufacturer', label: 'Manufacturer', text: manufacturer },
    {
      key: 'partNumbers',
      label: partNumbers.length > 1 ? 'Part numbers' : 'Part number',
      text: partNumbers.join(', '),
    },
    { key: 'gtin', label: 'GTIN', text: gtin },
  ].flatMap(({ text, ...row }) => (text ? { ...row, text } : []));

const groupsOf = (product: ProductDetail): { label: string; specs: readonly Row[] }[] => {
  const numbers = numbersOf(product);
  return [
    ...(product.specification ?? []),
    ...(numbers.length > 0 ? [{ label: 'Numbers', specs: numbers }] : []),
  ];
};

/** All that is known of a part, in groups; what is not known is said to be so. */
export function Specification({ product }: { product: ProductDetail }) {
  const groups = groupsOf(product);
  const [copied, setCopied] = useState('');
  const timer = useRef(0);
  // without a secure connection there is no clipboard; the button keeps its place, so that nothing moves when it appears
  const canCopy = useHydrated() && 'clipboard' in navigator;
  if (groups.length === 0) return null;
  const copy = async () => {
    const lines = groups.map(({ label, specs }) =>
      [label, ...specs.map((spec) => `${spec.label}: ${spec.text}`)].filter(Boolean).join('\n'),
    );
    // what keeps a number and its unit on one line is in the way elsewhere
    const text = [product.name, ...lines].join('\n\n').replaceAll('\u00a0', ' ');
    const done = await navigator.clipboard.writeText(text).then(
      () => 'Copied',
      () => 'It could not be copied',
    );
    setCopied(done);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setCopied(''), 4_000);
  };
  return (
    <section className="section wrap specification" aria-labelledby="specification">
      <div className="section__head">
        <h2 id="specification">Specifications</h2>
        <div className={canCopy ? 'specification__copy' : 'specification__copy specification__copy--not'}>
          <span role="status">{copied}</span>
          <Button look="secondary" small onClick={() => void copy()}>
            Copy as text
          </Button>
        </div>
      </div>
      <div className="specification__groups">
        {groups.map(({ label, specs }) => (
          <div key={label}>
            {label && <h3>{label}</h3>}
            <dl className="num">
              {specs.map(({ key, label: name, text, isStated }) => (
                <div key={key}>
                  <dt>{name}</dt>
                  <dd className={isStated === false ? 'muted' : undefined}>{text}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
    </section>
  );
}
