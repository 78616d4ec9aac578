import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react';
import { asApiError } from '../api/problem';
import { readDraft, removeDraft, writeDraft, type DraftKey } from './drafts';

type Values = Record<string, string>;
type Errors<V> = Partial<Record<keyof V & string, string>>;

/** Of a group, such as radio buttons, it is the first control that takes the focus. */
const INVALID = '[aria-invalid="true"]:not(fieldset), fieldset[aria-invalid="true"] input';

interface Options<V extends Values> {
  initial: V;
  /** Each field's message, `undefined` where it is valid. */
  check: (values: V) => Errors<V>;
  /** Keeps what is typed for the tab. Never for passwords and card data. */
  draft?: DraftKey;
}

/**
 * A plain form of text values. Messages show for a field once it has been left, for all on submit; the first field
 * with a message then gets the focus. Messages of the server (`fail`) stay until the field changes.
 */
export function useForm<V extends Values>({ initial, check, draft }: Options<V>) {
  const [values, setValues] = useState(() => (draft && readDraft(draft, initial)) ?? initial);
  /** What the form holds when nobody has typed. */
  const untouched = useRef(initial);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [fromServer, setFromServer] = useState<Errors<V>>({});
  const [refusals, setRefusals] = useState(0);
  const form = useRef<HTMLFormElement | null>(null);

  const own = check(values);
  const errorOf = (name: keyof V & string): string | undefined =>
    fromServer[name] ?? (left.has(name) ? own[name] : undefined);

  useEffect(() => {
    if (refusals) form.current?.querySelector<HTMLElement>(INVALID)?.focus();
  }, [refusals]);

  const { name: draftName, owner } = draft ?? {};
  useEffect(() => {
    if (draftName === undefined || owner === undefined) return;
    const key = { name: draftName, owner };
    const isTouched = Object.entries(values).some(([name, value]) => value !== untouched.current[name]);
    if (isTouched) writeDraft(key, values);
    else removeDraft(key);
  }, [values, draftName, owner]);

  const set = useCallback((name: keyof V & string, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setFromServer((before) => ({ ...before, [name]: undefined }));
  }, []);

  const reset = useCallback(
    (to?: V) => {
      untouched.current = to ?? initial;
      setValues(untouched.current);
      setLeft(new Set());
      setFromServer({});
    },
    // The first render's values are the form's empty state.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [],
  );

  return {
    values,
    set,
    reset,
    /** Props for `Input`, `Textarea` and `Select`. */
    bind: (name: keyof V & string) => ({
      name,
      value: values[name],
      error: errorOf(name),
      onChange: (event: { target: { value: string } }) => set(name, event.target.value),
      onBlur: () => values[name] !== '' && setLeft((before) => new Set(before).add(name)),
    }),
    /** Calls `send` when every field is valid. */
    onSubmit: (send: (values: V) => unknown) => (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      form.current = event.currentTarget;
      setLeft(new Set(Object.keys(values)));
      if (Object.values(own).some(Boolean)) setRefusals((before) => before + 1);
      else void send(values);
    },
    /** Shows the server's field messages; returns its `detail` unless every message belongs to a field of this form. */
    fail: (error: unknown): string | undefined => {
      const { errors, detail } = asApiError(error);
      const known = Object.entries(errors).filter(([name]) => name in values);
      setFromServer(Object.fromEntries(known) as Errors<V>);
      if (known.length) setRefusals((before) => before + 1);
      return known.length && known.length === Object.keys(errors).length ? undefined : detail;
    },
  };
}
