import { useCallback, useEffect, useRef } from 'react';
import { guards, isGuarded, type Guard } from './guards';

interface Place {
  pathname: string;
  search: string;
}

const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();

function changed(): void {
  if (isGuarded()) addEventListener('beforeunload', onBeforeUnload);
  else removeEventListener('beforeunload', onBeforeUnload);
}

/**
 * Asks before the page is left, until it is released: for work that outlives its component, such as a bulk operation.
 *
 * @param text what is lost, a sentence: "The product has changes that are not saved."
 * @param parameter the query parameter that shows the form, where there is one (`open`): a change of it leaves the form,
 *   too. Otherwise only another path does; filters and pages of the list behind it do not.
 * @returns releases it; may be called twice
 */
export function guardLeave(text: string, parameter?: string): () => void {
  const guard: Guard = { text, parameter };
  guards.add(guard);
  changed();
  return () => {
    guards.delete(guard);
    changed();
  };
}

/**
 * Asks before the page is left while `active`: a dialog of the shop's for links, Back and sign-out, the browser's own for
 * closing the tab. The one `useBlocker` of the app is in `layouts/account/leave-dialog.tsx`; forms never use their own.
 *
 * @param active whether the form is dirty, or the work is running
 * @param text see `guardLeave`
 * @param parameter see `guardLeave`
 * @returns releases the guard at once. Call it after a successful submit, before navigating in the same handler: `active`
 *   only changes with the next render.
 *
 * @example
 * const release = useLeaveGuard(isDirty, 'The product has changes that are not saved.', 'open');
 * const onSaved = () => { release(); close(); };
 */
export function useLeaveGuard(active: boolean, text: string, parameter?: string): () => void {
  const current = useRef<() => void>(undefined);
  useEffect(() => {
    if (!active) return undefined;
    const release = guardLeave(text, parameter);
    current.current = release;
    return release;
  }, [active, text, parameter]);
  return useCallback(() => current.current?.(), []);
}

const parameterOf = ({ search }: Place, name: string) => new URLSearchParams(search).get(name);

/** What would be lost on the way from one address to another, a sentence each. */
export function textsOfLosses(from: Place, to: Place): string[] {
  const lost = [...guards].filter(
    ({ parameter }) =>
      from.pathname !== to.pathname ||
      (parameter !== undefined && parameterOf(from, parameter) !== parameterOf(to, parameter)),
  );
  return [...new Set(lost.map(({ text }) => text))];
}
