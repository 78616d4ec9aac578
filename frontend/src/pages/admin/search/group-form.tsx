import { Form, Input } from 'antd';
import { useState } from 'react';
import { asApiError } from '../../../api/problem';
import {
  type ReadSynonyms,
  useSaveSynonymsMutation,
  useSynonymsToEditQuery,
} from '../../../api/search-admin';
import { FormEnd } from '../../../ui-admin/form-end';
import { useAdminForm } from '../../../ui-admin/use-admin-form';
import { notify } from '../../../ui/notify';
import { meanwhile, problemOf, type Words, withGroup, wordsIn } from './synonym-groups';

/** A group that is edited, or a new one. */
export interface EditedGroup {
  /** Of the group that is edited; undefined for a new one. */
  former?: Words;
  /** What the form begins with. */
  text: string;
}

interface GroupFormProps {
  edited: EditedGroup;
  /** The synonyms as the form was opened with them. */
  read: ReadSynonyms;
  onClose: () => void;
}

/** The form of one group. It saves all groups as they were read, with this one changed. */
export function GroupForm({ edited, read, onClose }: GroupFormProps) {
  const { refetch } = useSynonymsToEditQuery();
  const [save] = useSaveSynonymsMutation();
  const [base, setBase] = useState({ read, former: edited.former });
  const [conflict, setConflict] = useState<string>();
  const state = useAdminForm({
    leaving: 'What you have entered is not saved yet.',
    toBody: ({ words }: { words: string }) => wordsIn(words),
    send: (words) => {
      const { groups, etag } = base.read;
      return save({ groups: withGroup(groups, base.former, words), etag }).unwrap();
    },
    problemOf: (error) => {
      const { errors, detail } = asApiError(error);
      return problemOf(errors, detail);
    },
    onDone: (): void => {
      onClose();
      void notify('success', edited.former ? 'Synonyms Saved' : 'Synonyms Added');
    },
    onConflict: async (): Promise<void> => {
      const { data, error } = await refetch();
      if (!data) return state.setRefusal(asApiError(error).detail);
      const { text, former } = meanwhile(base.read.groups, data.groups, base.former);
      setConflict(text);
      setBase({ read: data, former });
    },
  });
  return (
    <Form {...state.props} name="synonyms" aria-label="Synonyms" initialValues={{ words: edited.text }}>
      <Form.Item<{ words: string }>
        name="words"
        label="Words that mean the same"
        extra="Two to twenty words or phrases, separated by commas, such as gpu, graphics card, video card."
        required
        validateTrigger="onBlur"
        rules={[
          {
            validator: (_rule, text = '') =>
              wordsIn(text as string).length < 2
                ? Promise.reject(new Error('Enter at least two, separated by commas.'))
                : Promise.resolve(),
          },
        ]}
      >
        <Input autoComplete="off" maxLength={1300} />
      </Form.Item>
      <FormEnd
        conflict={conflict}
        refusal={state.refusal}
        busy={state.busy}
        label={edited.former ? 'Save the group' : 'Add the group'}
        onCancel={onClose}
      />
    </Form>
  );
}
