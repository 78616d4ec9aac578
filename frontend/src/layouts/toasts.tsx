import { WhenIdle } from '../ui/when-idle';

const load = () => import('./toast-container');

/** The toast container of every page; toasts wait for it. */
export const Toasts = () => <WhenIdle load={load} />;
