/** A field that a visitor may have filled before the page's script was there. */
export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const FIELDS = 'input:not([type="file"]), textarea, select';

const report = (field: Field, event: string) => field.dispatchEvent(new Event(event, { bubbles: true }));

/** Sets a field's value like the browser does: React's own setter, on the field itself, would take it for known. */
const setValue = (field: HTMLInputElement | HTMLTextAreaElement, value: string) =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);

/** What repeats the visitor's input in a field; nothing where there was none. */
export function inputOf(field: Field): (() => void) | undefined {
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

/** Repeats what was typed and chosen in a part of a rendered page whose code came later than the page's own. */
export const repeatInputIn = (part: ParentNode): void =>
  part.querySelectorAll<Field>(FIELDS).forEach((field) => inputOf(field)?.());
