import { useState } from 'react';
import {
  useDeleteWebhookEndpointMutation,
  useEndWebhookRotationMutation,
  useResendFailedWebhooksMutation,
  useRotateWebhookSecretMutation,
  useSendTestWebhookMutation,
} from '../../../api/admin-api';
import { asApiError } from '../../../api/problem';
import type { WebhookDeliveryDetail, WebhookEndpoint, WebhookEndpointSecret } from '../../../api/types';
import { useEditWebhookMutation, useLazyWebhookToEditQuery } from '../../../api/webhook-admin';
import { count } from '../../../lib/format';
import { ConfirmDialog } from '../../../ui-admin/confirm-action';
import { RowMenu } from '../../../ui-admin/row-menu';
import { Button, ButtonLink } from '../../../ui/button';
import { notify } from '../../../ui/notify';

export interface EndpointHandlers {
  onEdit: (id: string) => void;
  onSecret: (shown: WebhookEndpointSecret) => void;
}

const resultOf = ({ state, attempts: [attempt] }: WebhookDeliveryDetail): string =>
  state === 'delivered'
    ? `Test Event Received: ${attempt?.status}`
    : `The test event was not received: ${attempt?.error ?? `the response was ${attempt?.status}.`}`;

async function say(work: Promise<unknown>, done: string): Promise<void> {
  try {
    await work;
    void notify('success', done);
  } catch (error) {
    void notify('error', asApiError(error).detail);
  }
}

/** What can be done with an endpoint: the test at hand, the rest in a menu. */
export function EndpointActions({
  endpoint,
  onEdit,
  onSecret,
}: EndpointHandlers & { endpoint: WebhookEndpoint }) {
  const { _id: id, description, state, failed, rotationEndsAt } = endpoint;
  const [sendTest, { isLoading }] = useSendTestWebhookMutation();
  const [read] = useLazyWebhookToEditQuery();
  const [edit] = useEditWebhookMutation();
  const [endRotation] = useEndWebhookRotationMutation();
  const [asked, setAsked] = useState<'rotate' | 'resend' | 'delete'>();

  const test = async () => {
    try {
      const delivery = await sendTest({ id }).unwrap();
      void notify(delivery.state === 'delivered' ? 'success' : 'error', resultOf(delivery));
    } catch (error) {
      void notify('error', asApiError(error).detail);
    }
  };
  const isOn = state === 'enabled';
  const toggle = async () => {
    const { etag } = await read({ id }).unwrap();
    await edit({ id, etag, changes: { enabled: !isOn } }).unwrap();
  };
  return (
    <span className="cell-row">
      <Button
        look="secondary"
        small
        busy={isLoading}
        aria-label={`Send a test: ${description}`}
        onClick={() => void test()}
      >
        Send a test
      </Button>
      <ButtonLink
        look="quiet"
        small
        to={`/dashboard/webhookDeliveries?endpointId=${id}`}
        aria-label={`Deliveries to ${description}`}
      >
        Deliveries
      </ButtonLink>
      <RowMenu
        subject={description}
        items={[
          { key: 'edit', label: 'Edit', run: () => onEdit(id) },
          {
            key: 'toggle',
            label: isOn ? 'Disable' : 'Enable',
            run: () => void say(toggle(), isOn ? 'Endpoint Disabled' : 'Endpoint Enabled'),
          },
          ...(failed > 0
            ? [{ key: 'resend', label: 'Send all failed again', run: () => setAsked('resend') }]
            : []),
          { key: 'rotate', label: 'Rotate the secret', run: () => setAsked('rotate') },
          ...(rotationEndsAt
            ? [
                {
                  key: 'end',
                  label: 'End the former secret',
                  run: () => void say(endRotation({ id }).unwrap(), 'Former Secret Ended'),
                },
              ]
            : []),
          { key: 'changes', label: 'Changes', to: `/dashboard/auditLog?entityId=${id}` },
          { key: 'delete', label: 'Delete', run: () => setAsked('delete') },
        ]}
      >
        <EndpointDialogs
          endpoint={endpoint}
          asked={asked}
          onSecret={onSecret}
          onClose={() => setAsked(undefined)}
        />
      </RowMenu>
    </span>
  );
}

interface EndpointDialogsProps {
  endpoint: WebhookEndpoint;
  asked: 'rotate' | 'resend' | 'delete' | undefined;
  onSecret: EndpointHandlers['onSecret'];
  onClose: () => void;
}

function EndpointDialogs({ endpoint, asked, onSecret, onClose }: EndpointDialogsProps) {
  const { _id: id, description, failed } = endpoint;
  const [rotate] = useRotateWebhookSecretMutation();
  const [resend] = useResendFailedWebhooksMutation();
  const [remove] = useDeleteWebhookEndpointMutation();
  return (
    <>
      <ConfirmDialog
        open={asked === 'rotate'}
        onClose={onClose}
        title={`Rotate the secret of ${description}?`}
        confirm="Rotate the secret"
        tone="plain"
        run={async () => onSecret(await rotate({ id }).unwrap())}
        done="Secret Rotated"
      >
        <p>The new secret is shown once. The present one signs too for 24 hours, or until you end it.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'resend'}
        onClose={onClose}
        title={`Send ${count(failed)} failed events again?`}
        confirm="Send again"
        tone="plain"
        run={() => resend({ id }).unwrap()}
        done={({ resent }) => `${count(resent)} Events Are Sent Again`}
      >
        <p>They keep their ids. While the endpoint is disabled, they wait until it is enabled.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'delete'}
        onClose={onClose}
        title={`Delete ${description}?`}
        confirm="Delete"
        keep="Keep it"
        run={() => remove({ id }).unwrap()}
        done="Endpoint Deleted"
      >
        <p>Its deliveries are deleted as well, also those that have not been sent. This cannot be undone.</p>
      </ConfirmDialog>
    </>
  );
}
