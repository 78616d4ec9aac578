import { useGetMailPreferencesQuery, useSetMailPreferencesMutation } from '../../../api/account-api';
import { asApiError } from '../../../api/problem';
import type { MailChoice } from '../../../api/types';
import { ErrorState } from '../../../ui/feedback';
import { notify } from '../../../ui/notify';
import { Spinner } from '../../../ui/spinner';

const CHOICES: [MailChoice, string][] = [
  ['low-stock', 'When the stock of a part becomes low'],
  ['disputes', 'When a payment is disputed'],
  ['failed-webhooks', 'When a webhook is disabled because it fails'],
];

/** Which mails an admin gets; each choice is saved at once. */
export function MailPreferences() {
  const { data, error, refetch } = useGetMailPreferencesQuery();
  const [save, { isLoading }] = useSetMailPreferencesMutation();
  if (error && !data) return <ErrorState error={error} retry={refetch} />;
  if (!data) return <Spinner label="Loading your choices" />;

  const set = (choice: MailChoice, isOn: boolean) => {
    const others = data.off.filter((one) => one !== choice);
    save({ setMailPreferencesDto: { off: isOn ? others : [...others, choice] } })
      .unwrap()
      .then(
        () => notify('success', 'Your choice is saved'),
        (problem: unknown) => notify('error', asApiError(problem).detail),
      );
  };
  return (
    <fieldset className="mail-choices">
      <legend>Mail me also</legend>
      {CHOICES.map(([choice, label]) => (
        <label key={choice} className="mail-choice">
          <input
            type="checkbox"
            checked={!data.off.includes(choice)}
            aria-disabled={isLoading || undefined}
            onChange={({ target }) => !isLoading && set(choice, target.checked)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
