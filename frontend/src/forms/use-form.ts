import { useEffect, useRef, type SyntheticEvent } from 'react';
import {
  useForm as useHookForm,
  useWatch,
  type DefaultValues,
  type FieldErrors,
  type Path,
  type PathValue,
  type Resolver,
} from 'react-hook-form';
import { readDraft, removeDraft, writeDraft, type DraftKey } from './drafts';
import { useSubmit, type SubmitOptions } from './use-submit';

type Values = Record<string, string>;
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Errors<V> = Partial<Record<keyof V & string, string>>;

interface FormOptions<V extends Values, Body, Result> extends Omit<
  SubmitOptions<Body, Result>,
  'showErrors' | 'onSent' | 'onConflict'
> {
  initial: V;
  /** Each field's message, `undefined` where it is valid. */
  check: (values: V) => Errors<V>;
  /** What is sent of what was typed. */
  toBody: (values: V) => Body;
  /** Keeps what is typed for the tab. Never for passwords and card data. */
  draft?: DraftKey;
}

const resolverOf =
  <V extends Values>(check: (values: V) => Errors<V>): Resolver<V> =>
  (values) => {
    const found = Object.entries(check(values)).filter(([, message]) => message !== undefined);
    if (found.length === 0) return { values, errors: {} };
    const errors = Object.fromEntries(found.map(([name, message]) => [name, { type: 'check', message }]));
    return { values: {}, errors: errors as FieldErrors<V> };
  };

/**
 * A form of text values. Messages show for a field once it has been left, for all on submit; the first field with a message
 * then gets the focus. Messages of the server stay until the field changes.
 */
export function useForm<V extends Values, Body, Result>(options: FormOptions<V, Body, Result>) {
  const { initial, check, toBody, draft, ...submitOptions } = options;
  const form = useHookForm<V>({
    defaultValues: initial as DefaultValues<V>,
    mode: 'onTouched',
    resolver: resolverOf(check),
  });
  const { formState, register, setError, setValue, reset, subscribe } = form;
  const values = useWatch({ control: form.control }) as V;
  const { errors, isDirty } = formState;

  const { submit, busy, refusal, setRefusal } = useSubmit<Body, Result>({
    ...submitOptions,
    showErrors: (messages) => {
      const known = Object.entries(messages).filter(([name]) => name in initial);
      known.forEach(([name, message], at) =>
        setError(name as Path<V>, { type: 'server', message }, { shouldFocus: at === 0 }),
      );
      return known.length === Object.keys(messages).length;
    },
    onSent: () => {
      if (draft) removeDraft(draft);
    },
  });

  /** What was typed into a field of the server's document, before this form was there. */
  const taken = useRef(new WeakSet<Field>());
  const take = (name: Path<V>, field: Field | null, typed: string | undefined) => {
    if (!field || taken.current.has(field)) return;
    taken.current.add(field);
    if (typed && field.type !== 'radio' && typed !== initial[name])
      setValue(name, typed as PathValue<V, Path<V>>, { shouldDirty: true });
  };

  const { name: draftName, owner } = draft ?? {};
  useEffect(() => {
    if (draftName === undefined || owner === undefined) return undefined;
    const key = { name: draftName, owner };
    const kept = readDraft<V>(key, form.getValues());
    if (kept) reset(kept, { keepDefaultValues: true });
    return subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values: typed, isDirty: isTyped }) => {
        if (isTyped) writeDraft(key, typed);
        else removeDraft(key);
      },
    });
  }, [draftName, owner, form, reset, subscribe]);

  return {
    values,
    busy,
    refusal,
    setRefusal,
    isDirty,
    set: (name: keyof V & string, value: string) =>
      setValue(name as Path<V>, value as PathValue<V, Path<V>>, {
        shouldDirty: true,
        shouldValidate: name in errors || formState.isSubmitted,
      }),
    reset: (to: V = initial) => reset(to),
    /** Props for `Input`, `Textarea` and `Select`. */
    bind: (name: keyof V & string) => {
      const field = register(name as Path<V>);
      return {
        ...field,
        ref: (element: Field | null) => {
          const typed = element?.value;
          field.ref(element);
          take(name as Path<V>, element, typed);
        },
        error: errors[name]?.message as string | undefined,
        // a field that is passed through says nothing yet
        onBlur: async (event: SyntheticEvent) =>
          form.getValues(name as Path<V>) === '' ? undefined : field.onBlur(event),
      };
    },
    /** For the form element: sends when every field is valid. */
    onSubmit: (event: SyntheticEvent) => void form.handleSubmit((typed) => submit(toBody(typed)))(event),
    /** The same without an event, for what is sent together with another form; ends when the response is there. */
    submit: () => form.handleSubmit((typed) => submit(toBody(typed)))(),
  };
}
