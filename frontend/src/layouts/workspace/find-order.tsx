import { useCallback, useEffect, useState } from 'react';
import { lazyForm } from '../../ui/lazy-form';
import { notify } from '../../ui/notify';
import { Icon } from './icon';

const palette = lazyForm(() => import('./order-palette').then((module) => module.default), '');

const IS_MAC = /Mac|iP(hone|ad|od)/.test(navigator.platform);

/** ⌘K, or Ctrl and K; on a Mac, Ctrl and K is a text field's own. */
const isShortcut = ({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (IS_MAC ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey;

/** Finds an order from every page of the workspace, by its button or ⌘K. */
export function FindOrder() {
  // mounted when it is first opened
  const [open, setOpen] = useState<boolean>();
  const show = useCallback(
    () =>
      void palette.fetch().then(
        () => setOpen(true),
        () => notify('error', 'The search could not be loaded. Please try again.'),
      ),
    [],
  );
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // what is typed in another dialog is not left by accident
      if (!isShortcut(event) || document.querySelector('.admin-dialog')) return;
      event.preventDefault();
      show();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [show]);

  return (
    <>
      <button
        type="button"
        className="workspace__button workspace__find"
        aria-haspopup="dialog"
        aria-keyshortcuts={IS_MAC ? 'Meta+K' : 'Control+K'}
        onClick={show}
      >
        <Icon name="lens" />
        <span>Find an order</span>
        <kbd aria-hidden="true">{IS_MAC ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {open !== undefined && <palette.Form open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
