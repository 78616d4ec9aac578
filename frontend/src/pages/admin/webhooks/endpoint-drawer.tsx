import { useEffect, useState } from 'react';
import { useCreateWebhookEndpointMutation } from '../../../api/admin-api';
import type { WebhookEndpointSecret } from '../../../api/types';
import {
  type ReadEndpoint,
  useEditWebhookMutation,
  useLazyWebhookToEditQuery,
} from '../../../api/webhook-admin';
import { SideDrawer } from '../../../ui-admin/side-drawer';
import { ErrorState } from '../../../ui/feedback';
import { notify } from '../../../ui/notify';
import { Spinner } from '../../../ui/spinner';
import { EndpointForm } from './endpoint-form';

/** What the drawer shows: the form of a new endpoint, or of one that is there. */
export type Edited = 'new' | { id: string };

interface EndpointDrawerProps {
  open: boolean;
  edited: Edited | undefined;
  onClose: () => void;
  onCreated: (created: WebhookEndpointSecret) => void;
}

export const EndpointDrawer = ({ open, edited, onClose, onCreated }: EndpointDrawerProps) => (
  <SideDrawer
    open={open}
    onClose={onClose}
    width={44}
    title={edited === 'new' ? 'Add an endpoint' : 'Edit the endpoint'}
    closeLabel="Close the endpoint"
  >
    {edited === 'new' ? (
      <NewEndpoint onCreated={onCreated} onClose={onClose} />
    ) : (
      edited && <KnownEndpoint key={edited.id} id={edited.id} onClose={onClose} />
    )}
  </SideDrawer>
);

const EMPTY = { url: '', description: '', types: [] };

function NewEndpoint({ onCreated, onClose }: Pick<EndpointDrawerProps, 'onCreated' | 'onClose'>) {
  const [create] = useCreateWebhookEndpointMutation();
  return (
    <EndpointForm
      initial={EMPTY}
      label="Add the endpoint"
      send={(createWebhookEndpointDto) => create({ createWebhookEndpointDto }).unwrap()}
      onDone={onCreated}
      onCancel={onClose}
    />
  );
}

/** The form of what was read when it was opened; somebody else's change since then is said, not overwritten. */
function KnownEndpoint({ id, onClose }: { id: string; onClose: () => void }) {
  const [load, { error, isFetching }] = useLazyWebhookToEditQuery();
  const [edit] = useEditWebhookMutation();
  const [read, setRead] = useState<ReadEndpoint>();
  const reload = async () => {
    const { data } = await load({ id });
    if (data) setRead(data);
  };
  useEffect(() => {
    void reload();
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [id]);
  // what is typed outlives a later read, such as when the browser is online again, and one that fails
  if (!read)
    return error !== undefined && !isFetching ? (
      <ErrorState error={error} retry={reload} />
    ) : (
      <Spinner label="Reading the endpoint" />
    );
  const { endpoint, etag } = read;
  return (
    <EndpointForm
      initial={{ url: endpoint.url, description: endpoint.description, types: endpoint.types }}
      label="Save the endpoint"
      send={(changes) => edit({ id, etag, changes }).unwrap()}
      onDone={() => {
        onClose();
        void notify('success', 'Endpoint Saved');
      }}
      onCancel={onClose}
    />
  );
}
