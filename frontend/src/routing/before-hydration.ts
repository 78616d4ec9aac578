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

const inputs = new Map<Field, () => void>();

function keep(field: Field): void {
  const input = inputOf(field);
  if (input) inputs.set(field, input);
  else inputs.delete(field);
}

const onInput = ({ target, isTrusted }: Event) => {
  if (
    isTrusted &&
    target instanceof HTMLElement &&
    target.matches('input:not([type="file"]), textarea, select')
  )
    keep(target as Field);
};

/**
 * Keeps what was typed and chosen in a rendered page so far, and what is until it is hydrated. To be called before:
 * afterwards a field may differ because React has set it.
 */
export function keepInput(): void {
  document.querySelectorAll<Field>('input:not([type="file"]), textarea, select').forEach(keep);
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
