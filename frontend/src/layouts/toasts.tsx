import { useIdleImport } from '../lib/use-idle-import';

const load = () => import('./toast-container');

/** The toast container of every page; toasts wait for it. */
export function Toasts() {
  const Container = useIdleImport(load);
  return Container && <Container />;
}
