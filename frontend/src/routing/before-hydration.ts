import { useEffect } from 'react';
import { FIELDS, inputOf, type Field } from '../lib/repeat-input';

const inputs = new Map<Field, () => void>();

function keep(field: Field): void {
  const input = inputOf(field);
  if (input) inputs.set(field, input);
  else inputs.delete(field);
}

const onInput = ({ target, isTrusted }: Event) => {
  if (isTrusted && target instanceof HTMLElement && target.matches(FIELDS)) keep(target as Field);
};

/**
 * Keeps what was typed and chosen in a rendered page so far, and what is until it is hydrated. To be called before:
 * afterwards a field may differ because React has set it.
 */
export function keepInput(): void {
  document.querySelectorAll<Field>(FIELDS).forEach(keep);
  addEventListener('input', onInput, { capture: true });
}

/** Repeats what was kept once the page is hydrated, so that its forms know of it. */
export function RepeatInput(): null {
  useEffect(() => {
    removeEventListener('input', onInput, { capture: true });
    for (const repeatInput of inputs.values()) repeatInput();
    inputs.clear();
  }, []);
  return null;
}
