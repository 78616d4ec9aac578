import { useState } from 'react';
import {
  type ReadDelivery,
  useDeliveryToEditQuery,
  useSaveDeliveryMutation,
} from '../../../api/delivery-admin';
import { asApiError } from '../../../api/problem';
import { notify } from '../../../ui/notify';
import { useAdminForm } from '../../../ui-admin/use-admin-form';
import { conflictText, type EntryList, indexOf, withEntry } from './entries';

interface EntryFormOptions<Values, Entry> {
  list: EntryList<Entry>;
  /** The settings as the form was opened with them. */
  read: ReadDelivery;
  /** Undefined for a new one. */
  entry: Entry | undefined;
  fields: readonly (keyof Values & string)[];
  /** @param isThere false for a new entry, and for one that somebody else has removed meanwhile */
  toEntry: (values: Values, isThere: boolean) => Entry;
  done: string;
  onDone: () => void;
}

/** The form of one entry. It saves all settings as they were read, with this entry changed. */
export function useEntryForm<Values extends object, Entry>(options: EntryFormOptions<Values, Entry>) {
  const { list, read, entry, fields, toEntry, done, onDone } = options;
  const { refetch } = useDeliveryToEditQuery();
  const [save] = useSaveDeliveryMutation();
  const [base, setBase] = useState(read);
  const [conflict, setConflict] = useState<string>();
  const key = entry && list.keyOf(entry);
  const at = indexOf(list, base.settings, key);
  const state = useAdminForm({
    leaving: 'What you have entered is not saved yet.',
    renamed: Object.fromEntries(fields.map((field) => [`${list.name}.${at}.${field}`, field])),
    toBody: (values: Values) => toEntry(values, at < list.of(base.settings).length),
    send: (edited) =>
      save({ etag: base.etag, settings: withEntry(list, base.settings, key, edited) }).unwrap(),
    onDone: (): void => {
      onDone();
      void notify('success', done);
    },
    onConflict: async (): Promise<void> => {
      const { data, error } = await refetch();
      if (!data) return state.setRefusal(asApiError(error).detail);
      setConflict(conflictText(list, key, base.settings, data.settings));
      setBase(data);
    },
  });
  return { ...state, conflict };
}
