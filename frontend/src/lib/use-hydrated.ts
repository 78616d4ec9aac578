import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** False while the document from the server is hydrated, whose data is as fresh as the document; true ever after. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
