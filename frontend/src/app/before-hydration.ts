import { useEffect } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const report = (field: Field, event: string) => field.dispatchEvent(new Event(event, { bubbles: true }));

/** Sets a field's value like the browser does: React's own setter, on the field itself, would take it for known. */
const setValue = (field: HTMLInputElement | HTMLTextAreaElement, value: string) =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);

function replay(field: Field): void {
  if (field instanceof HTMLSelectElement) {
    if ([...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected))
      report(field, 'change');
  } else if (field.type === 'checkbox' || field.type === 'radio') {
    const { checked, defaultChecked } = field as HTMLInputElement;
    if (checked === defaultChecked || (field.type === 'radio' && !checked)) return;
    (field as HTMLInputElement).checked = defaultChecked;
    field.click();
  } else {
    const { value, defaultValue } = field;
    if (value === defaultValue) return;
    field.value = defaultValue;
    setValue(field, value);
    report(field, 'input');
  }
}

function repeat(held: HTMLElement): void {
  delete held.dataset.early;
  if (held instanceof HTMLFormElement) held.requestSubmit();
  else held.click();
}

let isReplayed = false;

/**
 * What a visitor typed, chose, clicked and sent on a rendered page before its scripts ran: React hears of it, once. The clicks
 * and the forms are those that build/before-hydration.js has held back.
 */
export function useInputBeforeHydration(): void {
  useEffect(() => {
    if (isReplayed) return;
    isReplayed = true;
    dispatchEvent(new Event('rapid:hydrated'));
    document.querySelectorAll<Field>('input:not([type="file"]), textarea, select').forEach(replay);
    // once the fields' values are rendered
    setTimeout(() => document.querySelectorAll<HTMLElement>('[data-early]').forEach(repeat));
  }, []);
}
