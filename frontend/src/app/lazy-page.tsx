import { lazy, useState, type ComponentType } from 'react';

export interface LazyPage {
  (): React.JSX.Element;
  /** Fetches the page's code; a page preloaded before its first render does not suspend. */
  preload: () => Promise<unknown>;
}

export function lazyPage(load: () => Promise<{ default: ComponentType }>): LazyPage {
  let loaded: ComponentType | undefined;
  let pending: Promise<{ default: ComponentType }> | undefined;

  const preload = () => {
    pending ??= load().then(
      (module) => {
        loaded = module.default;
        return module;
      },
      (error: unknown) => {
        pending = undefined;
        throw error;
      },
    );
    return pending;
  };
  const Later = lazy(preload);

  const Page = () => {
    // Held for the life of this page: swapping the component type would mount it twice.
    const [Now] = useState<ComponentType | undefined>(() => loaded);
    return Now ? <Now /> : <Later />;
  };
  return Object.assign(Page, { preload });
}
