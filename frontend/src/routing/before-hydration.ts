import { useEffect } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const report = (field: Field, event: string) => field.dispatchEvent(new Event(event, { bubbles: true }));

/** Sets a field's value like the browser does: React's own setter, on the field itself, would take it for known. */
const setValue = (field: HTMLInputElement | HTMLTextAreaElement, value: string) =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);

/** What repeats the visitor's input in a field; nothing where there was none. */
function inputOf(field: Field): (() => void) | undefined {
  const { value } = field;
  if (field instanceof HTMLSelectElement) {
    if ([...field.options].every(({ selected, defaultSelected }) => selected === defaultSelected))
      return undefined;
    return () => {
      field.value = value;
      report(field, 'change');
    };
  }
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
    const { checked, defaultChecked, type } = field;
    if (checked === defaultChecked || (type === 'radio' && !checked)) return undefined;
    return () => {
      field.checked = !checked;
      field.click();
    };
  }
  if (value === field.defaultValue) return undefined;
  return () => {
    field.value = field.defaultValue;
    setValue(field, value);
    report(field, 'input');
  };
}

let inputs: (() => void)[] = [];

/** To be called before the document is hydrated: afterwards a field may differ because React has set it. */
export function keepInput(): void {
  const fields = document.querySelectorAll<Field>('input:not([type="file"]), textarea, select');
  inputs = [...fields].flatMap((field) => inputOf(field) ?? []);
  // from here on React keeps what is clicked
  dispatchEvent(new Event('rapid:hydrate'));
}

function repeat(held: HTMLElement): void {
  delete held.dataset.early;
  if (held instanceof HTMLFormElement) held.requestSubmit();
  else held.click();
}

/**
 * Repeats, once it is hydrated, what a visitor typed, chose, clicked and sent on a rendered page before its scripts ran. The
 * clicks and the forms are those that build/before-hydration.js has held back.
 */
export function RepeatInput(): null {
  useEffect(() => {
    dispatchEvent(new Event('rapid:hydrated'));
    for (const repeatInput of inputs.splice(0)) repeatInput();
    // once the fields' values are rendered
    setTimeout(() => document.querySelectorAll<HTMLElement>('[data-early]').forEach(repeat));
  }, []);
  return null;
}
